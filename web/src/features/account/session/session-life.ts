// The life of a session in this tab: start-up with its caps, renewal when the tab is looked at again, and the other tabs.
import { refreshAccess } from '@/api/access'
import { answer, api, whenSessionIsOver } from '@/api/client'
import { ApiError } from '@/api/problem'
import { queryClient } from '@/api/query-client'
import { t } from '@/lib/messages'
import { leave, toast, toastError } from '@/ui/toasts'
import { adoptSession, becomeGuest, currentSession, goOnWithoutSession, updateUser } from './session'
import { isSignOutOwed, mayBeSignedIn, SIGN_IN_MEMORY_KEY } from './sign-in-memory'
import { clearDevice, sendSignOut } from './sign-out'
import { listenToOtherTabs } from './tabs'

export const START_CAP_MS = 10_000
export const VALIDATION_MS = 5_000
export const FOCUS_DELAY_MS = 300

export const SESSION_ENDED = t`Your session has ended. Sign in again to continue.`

/** The server ended the session: said once, and nothing that was typed is thrown away (see drafts.ts). */
function sessionEnded(): void {
  if (currentSession().status === 'guest') return
  becomeGuest(SESSION_ENDED)
  toastError(t`Signed out`, SESSION_ENDED)
}

/** Finds out who is here. The page waits VALIDATION_MS for it, whatever the network does. */
export async function startSession(): Promise<void> {
  if (isSignOutOwed()) {
    becomeGuest()
    await sendSignOut('local', undefined)
    return
  }
  if (!mayBeSignedIn()) {
    becomeGuest()
    return
  }
  const found = findSession()
  await Promise.race([found, new Promise((done) => setTimeout(done, VALIDATION_MS))])
  // The page goes on; a session that comes before the cap is still taken.
  if (currentSession().status === 'loading') goOnWithoutSession()
}

const AUTH_TIMEOUT = t`Auth initialization timeout`
const AUTH_TIMEOUT_TEXT = t`The server took too long to confirm your sign-in. Continue without your account, or reload the page to try again.`

/** Asks once: a second request with the same cookie could look like a stolen one. */
async function findSession(): Promise<void> {
  const cap = setTimeout(tellTimeout, START_CAP_MS)
  try {
    const answer = await refreshAccess(START_CAP_MS)
    if (currentSession().status !== 'signed-in') adoptSession(answer)
    leave(AUTH_TIMEOUT)
  } catch (error) {
    if (cameBackWithoutSession(error)) becomeGuest()
    else if (isOver(error)) notSignedIn()
    else if (error instanceof ApiError && error.code === 'timeout') tellTimeout()
    else if (currentSession().status === 'loading') goOnWithoutSession()
  } finally {
    clearTimeout(cap)
  }
}

/** Who was shown the page as a guest already is not told that a session has ended. */
function notSignedIn(): void {
  if (currentSession().status === 'guest') becomeGuest()
  else sessionEnded()
}

function tellTimeout(): void {
  if (currentSession().status === 'signed-in') return
  goOnWithoutSession(AUTH_TIMEOUT)
  toastError(AUTH_TIMEOUT, AUTH_TIMEOUT_TEXT)
}

/** Checks the session again and fetches data anew. A failure in the background keeps everything on screen. */
export async function validateSession(): Promise<void> {
  const { status } = currentSession()
  if (status === 'loading') return
  try {
    if (status === 'signed-in') {
      updateUser(await answer(api.GET('/api/v1/me', { signal: AbortSignal.timeout(VALIDATION_MS) })))
      await queryClient.invalidateQueries()
    } else if (mayBeSignedIn()) {
      adoptSession(await refreshAccess(VALIDATION_MS))
    }
  } catch (error) {
    if (isOver(error)) sessionEnded()
  }
}

/** Another tab has signed in, perhaps as somebody else: the cookie is theirs now, so this tab becomes them too. */
async function followSignIn(): Promise<void> {
  try {
    adoptSession(await refreshAccess(VALIDATION_MS))
  } catch (error) {
    if (isOver(error)) becomeGuest()
  }
}

/** Another tab of this browser has signed out. */
function leftElsewhere(): void {
  const { status } = currentSession()
  clearDevice()
  if (status === 'signed-in') toast(t`Signed out`, t`You signed out in another tab.`)
}

/** Wires the window: focus, visibility, other tabs. Returns the way to undo it. */
export function followWindow(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    if (document.visibilityState === 'hidden') return
    clearTimeout(timer)
    timer = setTimeout(validateSession, FOCUS_DELAY_MS)
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === SIGN_IN_MEMORY_KEY && event.newValue === null) becomeGuest()
  }
  whenSessionIsOver(sessionEnded)
  window.addEventListener('focus', soon)
  document.addEventListener('visibilitychange', soon)
  window.addEventListener('storage', onStorage)
  const stopTabs = listenToOtherTabs({ signedOut: leftElsewhere, signedIn: () => void followSignIn() })
  return () => {
    clearTimeout(timer)
    window.removeEventListener('focus', soon)
    document.removeEventListener('visibilitychange', soon)
    window.removeEventListener('storage', onStorage)
    stopTabs()
  }
}

/** Google or GitHub led back to the sign-in page, where the second step or a reason waits: no session was promised yet. */
function cameBackWithoutSession(error: unknown): boolean {
  const nothing = error instanceof ApiError && error.code === 'refresh_token_not_found'
  return nothing && window.location.pathname === '/auth'
}

/** The server said that the session has ended, as opposed to not answering. */
function isOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}
