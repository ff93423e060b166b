// What the button of a plan's card says and does, for somebody on a given plan.
import { TIER_RANK } from '@/api/tiers'
import type { Plan, Tier } from '@/api/types'
import { t } from '@/lib/messages'

export interface Offer {
  action: 'none' | 'up' | 'down'
  label: string
}

export function offerOf(plan: Plan, current: Tier): Offer {
  if (plan.tier === current) return { action: 'none', label: t`Current Plan` }
  // Enterprise is agreed on by hand: it is neither bought nor left here.
  if (!plan.forSale || current === 'enterprise') return { action: 'none', label: t`Not Available` }
  return TIER_RANK[plan.tier] > TIER_RANK[current]
    ? { action: 'up', label: t`Upgrade Now` }
    : { action: 'down', label: t`Downgrade` }
}

/** The one main action: the first paid plan above one's own, of plans that are listed cheapest first. */
export function nextStep(plans: Plan[], current: Tier): Plan | undefined {
  return plans.find((plan) => plan.priceCents > 0 && offerOf(plan, current).action === 'up')
}
