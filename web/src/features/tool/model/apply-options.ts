// Puts a whole set of options in place, without what the plan does not include (TPL-08). What was taken back is given to the
// caller as lines for its own toast: a toast of its own would make room for the next at once.
import type { ProcessingOptions, Tier } from '@/api/types'
import { loadRules, type Rules } from '@/engine/rules'
import { t } from '@/lib/messages'
import { useOptionChanges } from './options-store'
import { withoutImages } from './use-rules'

export function putOptions(options: Partial<ProcessingOptions>, tier: Tier, rules: Rules): string[] {
  const { options: allowed, notes } = rules.coerceOptions({ ...rules.defaults, ...options }, tier)
  useOptionChanges.getState().replace(allowed)
  return notes.length > 0 ? [t`Some options are not part of your plan:`, ...notes] : []
}

/** The same from outside the tool, where the rules may have to be fetched first. */
export async function applyOptions(options: Partial<ProcessingOptions>, tier: Tier): Promise<string[]> {
  return putOptions(options, tier, withoutImages(await loadRules()))
}
