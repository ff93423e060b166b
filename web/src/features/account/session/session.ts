// Who is here. One store; the access token itself stays in api/access.ts and is never part of it.
import { create } from 'zustand'
import { dropAccess, keepAccess } from '@/api/access'
import { forgetServerData } from '@/api/query-client'
import { TIER_RANK } from '@/api/tiers'
import type { SessionAnswer, Tier, User } from '@/api/types'
import { t } from '@/lib/messages'
import { leave } from '@/ui/toasts'
import { forgetSignIn, rememberSignIn } from './sign-in-memory'

export interface Session {
  status: 'loading' | 'guest' | 'signed-in'
  user: User | null
  /** What the person's plan allows; one that this page does not know yet counts as starter. */
  tier: Tier
  /** Why there is no session although one was expected. */
  problem: string | null
}

const GUEST: Session = { status: 'guest', user: null, tier: 'guest', problem: null }

export const useSession = create<Session>(() => ({ ...GUEST, status: 'loading' }))

export function currentSession(): Session {
  return useSession.getState()
}

/** Takes over the session that the server has just given. */
export function adoptSession(answer: SessionAnswer): void {
  const before = currentSession().user
  if (before && before.id !== answer.user.id) forgetServerData()
  keepAccess(answer)
  rememberSignIn()
  updateUser(answer.user)
}

export function updateUser(user: User): void {
  for (const title of [t`Authentication Required`, t`Signed out`]) leave(title)
  useSession.setState({ status: 'signed-in', user, tier: tierOf(user), problem: null })
}

/** Nobody is signed in any more: forgets the token, the user and everything fetched for them. */
export function becomeGuest(problem: string | null = null): void {
  dropAccess()
  forgetSignIn()
  forgetServerData()
  useSession.setState({ ...GUEST, problem })
}

/** Goes on without a session but remembers that there may be one: the network failed, the person did not leave. */
export function goOnWithoutSession(problem: string | null = null): void {
  useSession.setState({ ...GUEST, problem })
}

function tierOf({ subscriptionTier }: User): Tier {
  return subscriptionTier in TIER_RANK ? subscriptionTier : 'starter'
}
