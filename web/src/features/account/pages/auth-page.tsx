// The sign-in page. A person who is already signed in goes straight to where they wanted.
import { Loader } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '@/lib/messages'
import { ownPath } from '@/lib/own-path'
import type { AuthMode } from '../session/auth-mode'
import { useSession } from '../session/session'
import { mayBeSignedIn } from '../session/sign-in-memory'
import { socialFailure } from '../session/social'
import { AuthForm } from './auth-form'
import { BarePage } from './bare-page'
import classes from './bare-page.module.css'
import type { Notice } from './use-auth-form'

const route = getRouteApi('/auth')

export function AuthPage() {
  const { mode = 'login', redirect, error, reason, provider } = route.useSearch()
  const { status, problem } = useSession()
  const navigate = useNavigate()
  const destination = ownPath(redirect)

  useEffect(() => {
    if (status === 'signed-in') void navigate({ href: destination, replace: true })
  }, [status, destination, navigate])

  const changeMode = (next: AuthMode) => void navigate({ to: '/auth', search: { mode: next, redirect }, replace: true })
  const failed: Notice | undefined = error
    ? {
        tone: 'error',
        text: socialFailure(reason, provider),
        ...(reason === 'account_deactivated' && provider ? { offer: { restoreWith: provider } } : {}),
      }
    : undefined
  const timedOut: Notice | undefined = problem ? { tone: 'error', text: problem } : undefined
  // Whoever may be signed in must not see the form flash by. The build draws it for everybody else.
  if (status === 'signed-in' || (status === 'loading' && mayBeSignedIn())) {
    return (
      <BarePage>
        <Loader role="status" aria-label={t`Loading`} className={classes.waiting ?? ''} />
      </BarePage>
    )
  }
  return (
    <BarePage>
      <AuthForm
        mode={mode}
        onModeChange={changeMode}
        onSignedIn={() => undefined}
        redirect={destination}
        firstNotice={failed ?? timedOut}
      />
    </BarePage>
  )
}
