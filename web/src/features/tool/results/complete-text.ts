// The sentences above the table: how a run has ended, and what there is to take.
import { plural, t } from '@/lib/messages'
import type { RunSummary } from '../model/results-store'
import { isReady, isUndone, type ResultRow } from '../model/row'

export function completeText(
  { byAi, fromCache, fallback, failed, cancelled }: RunSummary,
  rows: readonly ResultRow[],
  keepNames: boolean,
): string {
  const done = keepNames
    ? t`${plural(rows.filter((row) => row.state === 'done').length, { one: '# image', other: '# images' })} processed, names kept.`
    : t`${plural(byAi, { one: '# image', other: '# images' })} processed by AI, ${fromCache} used the cache.`
  const unnamed = fallback > 0 ? t` ${fallback} kept a cleaned original name.` : ''
  const problems = failed > 0 ? t` ${failed} could not be processed; see the rows for details.` : ''
  return (
    done +
    byModel(rows) +
    unnamed +
    unusedContext(rows) +
    problems +
    (cancelled ? t` Finished images are kept. You can process the rest again.` : '')
  )
}

/** Which of this device's two models gave the names; nothing where none of them did. */
function byModel(rows: readonly ResultRow[]): string {
  const count = (model: 'quick' | 'best') =>
    rows.filter((row) => row.state === 'done' && row.seen.model === model).length
  const [quick, best] = [count('quick'), count('best')]
  if (quick + best === 0) return ''
  if (best === 0) return t` Names by the quick model on this device.`
  if (quick === 0) return t` Names by the larger model on this device.`
  return t` On this device, ${quick} by the quick model and ${best} by the larger one.`
}

/** The person's words that a model could not use are never passed over in silence. */
function unusedContext(rows: readonly ResultRow[]): string {
  const count = rows.filter((row) => row.state === 'done' && row.seen.contextUsed === false).length
  const images = plural(count, { one: '# image', other: '# images' })
  return count > 0 ? t` Your context did not fit ${images}: the model saw nothing of it there.` : ''
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
  if (cancelled) return t`Cancelled`
  if (unnamed + failed === 0) return t`Processing Complete!`
  return unnamed > 0 ? namedText(well, unnamed) : plural(failed, { one: '# image failed', other: '# images failed' })
}

function namedText(named: number, kept: number): string {
  return t`${named} named, ${plural(kept, { one: '# kept its name', other: '# kept their names' })}`
}

/** An image that failed is not ready, even where its original bytes travel along. */
export function readySentence(rows: readonly ResultRow[]): string {
  const { failed, undone } = outcomeOf(rows)
  const rest = (failed > 0 ? t` ${failed} failed.` : '') + (undone > 0 ? t` ${undone} not done.` : '')
  return t`${readyText(rows)}.${rest} Click a name to change it.`
}

/** How many there are to take, in a few words. */
export function readyText(rows: readonly ResultRow[]): string {
  const { well, unnamed } = outcomeOf(rows)
  return unnamed > 0 ? namedText(well, unnamed) : t`${well} of ${rows.length} ready`
}
