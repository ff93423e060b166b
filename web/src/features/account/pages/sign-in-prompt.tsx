// What a guest sees where a section needs an account: what the place is for, and the two ways in.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '@/lib/messages'
import { EmptyState } from '@/ui/empty-state'
import { openAuthDialog } from './auth-dialog-store'

export function SignInPrompt({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState
      title={title}
      actions={
        <>
          <Button onClick={() => openAuthDialog('signup')}>{t`Create Account`}</Button>
          <Button variant="default" onClick={() => openAuthDialog('login')}>
            {t`Sign In`}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </EmptyState>
  )
}
