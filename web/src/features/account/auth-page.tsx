// The sign-in page. A person who is already signed in goes straight to where they wanted.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ownPath } from '@/lib/own-path'
import { AuthForm } from './auth-form'
import type { AuthMode } from './auth-mode'
import { BarePage } from './bare-page'
import { useSession } from './session'
import { SOCIAL_FAILED } from './social-buttons'

const route = getRouteApi('/auth')

export function AuthPage() {
  const { mode = 'login', redirect, error } = route.useSearch()
  const { status, problem } = useSession()
  const navigate = useNavigate()
  const destination = ownPath(redirect)

  useEffect(() => {
    if (status === 'signed-in') void navigate({ href: destination, replace: true })
  }, [status, destination, navigate])

  const changeMode = (next: AuthMode) =>
    void navigate({ to: '/auth', search: (before) => ({ ...before, mode: next, error: undefined }), replace: true })
  const firstNotice = error ? `${SOCIAL_FAILED}: ${error}` : problem
  return (
    <BarePage>
      <AuthForm
        mode={mode}
        onModeChange={changeMode}
        onSignedIn={() => undefined}
        redirect={destination}
        firstNotice={firstNotice ? { tone: 'error', text: firstNotice } : undefined}
      />
    </BarePage>
  )
}
