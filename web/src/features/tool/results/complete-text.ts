// The sentence of the notice after a run.
import type { RunSummary } from './results-store'

export function completeText({ byAi, fromCache, fallback, failed, cancelled }: RunSummary): string {
  const done = `${byAi} image${byAi === 1 ? '' : 's'} processed by AI, ${fromCache} used the cache.`
  const unnamed = fallback > 0 ? ` ${fallback} kept a cleaned original name.` : ''
  const problems = failed > 0 ? ` ${failed} could not be processed; the row says why.` : ''
  return done + unnamed + problems + (cancelled ? ' What was finished is kept; the rest can be taken up again.' : '')
}
