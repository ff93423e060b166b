// How much of the plan is used: today, this month, and each of the last thirty days.
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import type { Usage } from '@/api/types'
import { useSession } from '@/features/account/session/session'

/** Files per day, oldest first, today last. */
export function useUsageDays() {
  const user = useSession((session) => session.user)
  return useQuery({
    queryKey: ['usage', user?.id ?? '', 'days'],
    queryFn: async ({ signal }) => (await answer(api.GET('/api/v1/usage/days', { signal }))).days,
    enabled: user !== null,
  })
}

export interface Share {
  used: number
  limit: number | null
  /** 0 to 1; nothing of an unlimited plan is ever used up. */
  share: number
}

export function shareOf(used: number, limit: number | null | undefined): Share {
  if (limit == null) return { used, limit: null, share: 0 }
  return { used, limit, share: limit === 0 ? 1 : Math.min(1, used / limit) }
}

/** From here on a warning is shown, and from there on the limit is called near. */
export const WARN_AT = 0.8
export const NEAR_AT = 0.9

export interface Warning {
  period: 'daily' | 'monthly'
  near: boolean
  share: Share
}

/** What to warn of; the day comes first, as in the check itself. Nothing below 80 %. */
export function warningOf(usage: Usage): Warning | null {
  const daily = shareOf(usage.dailyFiles, usage.dailyLimit)
  const monthly = shareOf(usage.monthlyFiles, usage.monthlyLimit)
  if (daily.share >= WARN_AT) return { period: 'daily', near: daily.share >= NEAR_AT, share: daily }
  if (monthly.share >= WARN_AT) return { period: 'monthly', near: monthly.share >= NEAR_AT, share: monthly }
  return null
}
