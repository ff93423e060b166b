// A part of a page that could not be fetched: what happened, what is safe, and another try.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '@/lib/messages'
import { EmptyState } from './empty-state'

interface NotLoadedProps {
  title: string
  children: ReactNode
  onRetry: () => void
}

export function NotLoaded({ title, children, onRetry }: NotLoadedProps) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        actions={
          <Button variant="default" onClick={onRetry}>
            {t`Try Again`}
          </Button>
        }
      >
        <p>{children}</p>
      </EmptyState>
    </div>
  )
}
