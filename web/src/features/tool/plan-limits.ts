// The plan's limits before the rules are here: from the server, which reads them from the same table.
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import type { Plan } from '@/api/types'
import { useSession } from '@/features/account/session'

/** Nothing until the server has answered; the screen then leaves the numbers out. */
export function usePlanLimits(): Plan['limits'] | undefined {
  const tier = useSession((session) => session.tier)
  const { data } = useQuery({
    queryKey: ['plans'],
    queryFn: ({ signal }) => answer(api.GET('/api/v1/plans', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.find((plan) => plan.tier === tier)?.limits
}
