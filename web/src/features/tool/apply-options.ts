// Puts a whole set of options in place, without what the plan does not include, and says what was taken back (TPL-08).
import type { ProcessingOptions, Tier } from '@/api/types'
import { loadRules, type Rules } from '@/engine/rules'
import { toast } from '@/ui/toasts'
import { useOptionChanges } from './options/options-store'
import { withoutPictures } from './use-rules'

export function putOptions(options: Partial<ProcessingOptions>, tier: Tier, rules: Rules): void {
  const { options: allowed, notes } = rules.coerceOptions({ ...rules.defaults, ...options }, tier)
  useOptionChanges.getState().replace(allowed)
  if (notes.length > 0) toast('Some options are not part of your plan', notes.join('\n'))
}

/** The same from outside the tool, where the rules may have to be fetched first. */
export async function applyOptions(options: Partial<ProcessingOptions>, tier: Tier): Promise<void> {
  putOptions(options, tier, withoutPictures(await loadRules()))
}
