// Who is using the tool and what their plan allows. The one place where the tool meets accounts.
import type { Plan, User } from '@/api/types'
import type { Rules } from '@/engine/rules'
import { useSession } from '@/features/account/session/session'
import { useRules } from './use-rules'

export interface Person {
  plan: Plan
  signedIn: boolean
  /** Whose local usage record it is. */
  owner: string
  /** False while it is not yet known who is here. */
  settled: boolean
}

export function usePerson(): Person {
  return usePersonOf(useRules())
}

/** The same where the rules are at hand already. */
export function usePersonOf({ plans }: Pick<Rules, 'plans'>): Person {
  const session = useSession()
  const plan = plans.find((one) => one.tier === session.tier) ?? plans[0]
  if (!plan) throw new Error('The rules hold no plans.')
  return {
    plan,
    signedIn: session.status === 'signed-in',
    owner: ownerOf(session.user),
    settled: session.status !== 'loading',
  }
}

export function ownerOf(user: Pick<User, 'id'> | null): string {
  return user?.id ?? 'guest'
}
