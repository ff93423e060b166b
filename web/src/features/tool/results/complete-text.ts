// The sentences above the table: how a run has ended, and what there is to take.
import type { RunSummary } from './results-store'
import { isReady, type ResultRow } from './row'

export function completeText(
  { byAi, fromCache, fallback, failed, cancelled }: RunSummary,
  rows: readonly ResultRow[],
  keepNames: boolean,
): string {
  const done = keepNames
    ? `${images(rows.filter((row) => row.state === 'done').length)} processed, names kept.`
    : `${images(byAi)} processed by AI, ${fromCache} used the cache.`
  const unnamed = fallback > 0 ? ` ${fallback} kept a cleaned original name.` : ''
  const problems = failed > 0 ? ` ${failed} could not be processed; the row says why.` : ''
  return done + unnamed + problems + (cancelled ? ' What was finished is kept; the rest can be taken up again.' : '')
}

function images(count: number): string {
  return `${count} image${count === 1 ? '' : 's'}`
}

/** A picture that failed is not ready, even where its original bytes travel along. */
export function readySentence(rows: readonly ResultRow[]): string {
  const failed = rows.filter((row) => row.state === 'failed').length
  const ready = rows.filter((row) => row.state === 'done' && isReady(row)).length
  return `${ready} of ${rows.length} ready.${failed > 0 ? ` ${failed} failed.` : ''} Click a name to change it.`
}
