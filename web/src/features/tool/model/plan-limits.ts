// The plan's limits before the rules are here: from the server, which reads them from the same table.
import { useMounted } from '@mantine/hooks'
import type { Plan } from '@/api/types'
import { useOwnPlan } from '@/features/account/plans/plans'

/**
 * Nothing until the server has answered; the screen then leaves the numbers out. Nothing at the first drawing either: the build
 * knew no plan, and what this browser remembers of one would not match its page.
 */
export function usePlanLimits(): Plan['limits'] | undefined {
  const plan = useOwnPlan()
  return useMounted() ? plan?.limits : undefined
}
