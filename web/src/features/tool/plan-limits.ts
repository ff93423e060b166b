// The plan's limits before the rules are here: from the server, which reads them from the same table.
import type { Plan } from '@/api/types'
import { useOwnPlan } from '@/features/account/plans'

/** Nothing until the server has answered; the screen then leaves the numbers out. */
export function usePlanLimits(): Plan['limits'] | undefined {
  return useOwnPlan()?.limits
}
