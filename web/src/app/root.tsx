// What surrounds every page: the title, the skip link, the sign-in dialog, the debug overlay.
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useAuthDialog } from '@/features/account/pages/auth-dialog-store'
import { usePlansDialog } from '@/features/account/plans/plans-dialog-store'
import { wantsDebugOverlay } from '@/features/account/session/debug-overlay-flag'
import { useSession } from '@/features/account/session/session'
import { t } from '@/lib/messages'
import classes from './root.module.css'
import { titleOf } from './titles'

const AuthDialog = lazy(() =>
  import('@/features/account/pages/auth-dialog').then((module) => ({ default: module.AuthDialog })),
)
const PersonalLook = lazy(() => import('./personal-look').then((module) => ({ default: module.PersonalLook })))
const PlansDialog = lazy(() =>
  import('@/features/billing/plans-dialog').then((module) => ({ default: module.PlansDialog })),
)
const DebugOverlay = lazy(() =>
  import('@/features/account/pages/debug-overlay').then((module) => ({ default: module.DebugOverlay })),
)

export function Root() {
  useDocumentTitle()
  useFocusOnNavigation()
  const dialogWanted = useAuthDialog((dialog) => dialog.opened || dialog.everOpened)
  const signedIn = useSession((session) => session.status === 'signed-in')
  const plansWanted = usePlansDialog((dialog) => dialog.opened || dialog.everOpened)
  const search = useLocation({ select: (location) => location.searchStr })
  return (
    <>
      <a href="#main" className={classes.skip}>
        {t`Skip to content`}
      </a>
      <Outlet />
      <Suspense>
        {dialogWanted ? <AuthDialog /> : null}
        {plansWanted ? <PlansDialog /> : null}
        {wantsDebugOverlay(search) ? <DebugOverlay /> : null}
        {signedIn ? <PersonalLook /> : null}
      </Suspense>
    </>
  )
}

function useDocumentTitle(): void {
  const title = useMatches({ select: (matches) => titleOf(matches.at(-1)) })
  useEffect(() => {
    document.title = title
  }, [title])
}

/** A new page takes the focus, so that keyboards and screen readers start at its content. The first page does not. */
function useFocusOnNavigation(): void {
  const path = useLocation({ select: (location) => location.pathname })
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [path])
}
