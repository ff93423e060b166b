// The plans as the server has them, asked for once: what each costs, allows and holds.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import type { Plan } from '@/api/types'
import { useSession } from '../session/session'

/** Every plan, lowest first. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => answer(api.GET('/api/v1/plans', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The plan of whoever is here; nothing until the server has answered. */
export function useOwnPlan(): Plan | undefined {
  const tier = useSession((session) => session.tier)
  return useQuery(plansQuery).data?.find((plan) => plan.tier === tier)
}
