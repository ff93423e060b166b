// The sentences above the table: how a run has ended, and what there is to take.
import { counted } from '@/lib/counted'
import type { RunSummary } from './results-store'
import { isReady, isUndone, type ResultRow } from './row'

export function completeText(
  { byAi, fromCache, fallback, failed, cancelled }: RunSummary,
  rows: readonly ResultRow[],
  keepNames: boolean,
): string {
  const done = keepNames
    ? `${counted(rows.filter((row) => row.state === 'done').length, 'image')} processed, names kept.`
    : `${counted(byAi, 'image')} processed by AI, ${fromCache} used the cache.`
  const unnamed = fallback > 0 ? ` ${fallback} kept a cleaned original name.` : ''
  const problems = failed > 0 ? ` ${failed} could not be processed; the row says why.` : ''
  return done + unnamed + problems + (cancelled ? ' What was finished is kept; the rest can be taken up again.' : '')
}

/** A picture that failed is not ready, even where its original bytes travel along. */
export function readySentence(rows: readonly ResultRow[]): string {
  const failed = rows.filter((row) => row.state === 'failed').length
  const undone = rows.filter(isUndone).length
  const ready = rows.filter((row) => row.state === 'done' && isReady(row)).length
  const rest = (failed > 0 ? ` ${failed} failed.` : '') + (undone > 0 ? ` ${undone} not done.` : '')
  return `${ready} of ${rows.length} ready.${rest} Click a name to change it.`
}
