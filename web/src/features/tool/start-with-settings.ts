// "Use these settings again": the recipe of an earlier batch goes into the tool, which then shows where they count.
import type { ProcessingOptions, Tier } from '@/api/types'
import { recipeWords } from '@/engine/recipe-words'
import { plural, t } from '@/lib/messages'
import { toast } from '@/ui/toasts'
import { useApplied } from './model/applied-store'
import { applyOptions } from './model/apply-options'
import { useBatch } from './model/batch-store'
import { useRun } from './model/run-store'
import { restoreOnce } from './upload/use-upload'

/** What the last visit left comes back first: its step must not win over this one. */
export async function startWithSettings(
  source: string,
  options: Partial<ProcessingOptions>,
  tier: Tier,
): Promise<void> {
  await restoreOnce()
  const left = await applyOptions(options, tier)
  const { images } = useBatch.getState()
  useApplied.setState({ source, words: recipeWords(options) })
  if (!useRun.getState().running) {
    useRun.getState().interrupt(false)
    useBatch.setState({ step: images.length > 0 ? 'processing' : 'upload', moved: true })
  }
  toast(t`Settings applied`, [sentence(source, images.length), ...left].join('\n'))
}

function sentence(source: string, open: number): string {
  if (open === 0) return t`The next batch starts with the settings of “${source}”.`
  return t`The settings of “${source}” were applied to ${plural(open, { one: '# open image', other: '# open images' })}.`
}
