// The state of the session for people who look for a fault: only with `debug=auth` in the address or the local flag.
import { useSyncExternalStore } from 'react'
import { accessToken } from '@/api/access'
import { t } from '@/lib/messages'
import { useSession } from '../session/session'
import { mayBeSignedIn } from '../session/sign-in-memory'
import classes from './debug-overlay.module.css'

export function DebugOverlay() {
  const session = useSession()
  const visible = useSyncExternalStore(onVisibility, () => document.visibilityState)
  const facts: Record<string, string> = {
    status: session.status,
    tier: session.tier,
    user: session.user?.id ?? 'none',
    email: session.user?.email ?? 'none',
    'access token': accessToken() ? 'in memory' : 'none',
    'sign-in remembered': String(mayBeSignedIn()),
    problem: session.problem ?? 'none',
    tab: visible,
  }
  return (
    <aside className={classes.overlay} aria-label={t`Auth debug`}>
      <b>{t`Auth debug`}</b>
      <dl>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
