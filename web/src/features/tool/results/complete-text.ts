// The sentences above the table: how a run has ended, and what there is to take.
import { counted } from '@/lib/counted'
import type { RunSummary } from '../model/results-store'
import { isReady, isUndone, type ResultRow } from '../model/row'

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

/** How many images have what was asked for, and how many have not. */
export interface Outcome {
  /** Done, with the name that was asked for. */
  well: number
  /** Done, but no model gave a name: they kept a cleaned one. */
  unnamed: number
  failed: number
  undone: number
}

export function outcomeOf(rows: readonly ResultRow[]): Outcome {
  const count = (is: (row: ResultRow) => boolean) => rows.filter(is).length
  return {
    well: count((row) => row.state === 'done' && isReady(row) && row.error === null),
    unnamed: count((row) => row.state === 'done' && row.error !== null),
    failed: count((row) => row.state === 'failed'),
    undone: count(isUndone),
  }
}

/** Whether a run that came to its end left images without what was asked for. */
export function wentWrong(summary: RunSummary | null, rows: readonly ResultRow[]): boolean {
  const { unnamed, failed } = outcomeOf(rows)
  return summary !== null && !summary.cancelled && unnamed + failed > 0
}

/** The title of the notice: 'Processing Complete!' is kept for runs in which nothing went wrong. */
export function completeTitle(
  { cancelled }: Pick<RunSummary, 'cancelled'>,
  { well, unnamed, failed }: Outcome,
): string {
  if (cancelled) return 'Cancelled'
  if (unnamed + failed === 0) return 'Processing Complete!'
  return unnamed > 0 ? namedText(well, unnamed) : `${counted(failed, 'image')} failed`
}

function namedText(named: number, kept: number): string {
  return `${named} named, ${kept} kept ${kept === 1 ? 'its name' : 'their names'}`
}

/** An image that failed is not ready, even where its original bytes travel along. */
export function readySentence(rows: readonly ResultRow[]): string {
  const { failed, undone } = outcomeOf(rows)
  const rest = (failed > 0 ? ` ${failed} failed.` : '') + (undone > 0 ? ` ${undone} not done.` : '')
  return `${readyText(rows)}.${rest} Click a name to change it.`
}

/** How many there are to take, in a few words. */
export function readyText(rows: readonly ResultRow[]): string {
  const { well, unnamed } = outcomeOf(rows)
  return unnamed > 0 ? namedText(well, unnamed) : `${well} of ${rows.length} ready`
}
