// Guards a page that needs a person (ROUTE-10): waits, then leads to the sign-in page and back.
import { Button, Loader } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '@/lib/messages'
import { ErrorScreen } from '@/ui/error-screen'
import { useSession } from '../session/session'

export const REDIRECT_DELAY_MS = 5_000

export function Guard({ children }: { children: ReactNode }) {
  const { status } = useSession()
  if (status === 'loading') return <Loader role="status" aria-label={t`Loading`} style={{ margin: 'auto' }} />
  return status === 'signed-in' ? children : <SignInRequired />
}

function SignInRequired() {
  const navigate = useNavigate()
  const here = useLocation({ select: (location) => location.href })
  const [waiting, setWaiting] = useState(true)

  useEffect(() => {
    const go = () => void navigate({ to: '/auth', search: { redirect: here } })
    const timer = setTimeout(go, REDIRECT_DELAY_MS)
    const stopWhenHidden = () => {
      if (document.visibilityState !== 'hidden') return
      clearTimeout(timer)
      setWaiting(false)
    }
    document.addEventListener('visibilitychange', stopWhenHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', stopWhenHidden)
    }
  }, [navigate, here])

  return (
    <ErrorScreen
      title={t`Authentication Required`}
      actions={
        <Button onClick={() => void navigate({ to: '/auth', search: { redirect: here } })}>{t`Go to Sign In`}</Button>
      }
    >
      <p>{t`Please sign in to access this page.`}</p>
      {waiting ? <p>{t`Redirecting you in a few seconds.`}</p> : null}
    </ErrorScreen>
  )
}
