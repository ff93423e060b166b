// Which plan is more than which. A tier that the server learns does not compile before it has a place here.
import type { Tier } from './types'

export const TIER_RANK: Record<Tier, number> = { guest: 0, starter: 1, essential: 2, professional: 3, enterprise: 4 }
