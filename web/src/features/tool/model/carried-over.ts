// What a person made of the results survives another run: names and words on their rows, and the history of changes.
import { t } from '@/lib/messages'
import type { Change, Taken, Timeline } from './changes'
import type { BatchImage } from './image'
import { emptyRow, type ResultRow } from './row'

/** Said of an image that comes back after a run it was not a part of. */
export const WAS_REMOVED = t`Not processed: it was removed before this run.`

/** A row for a new run. What was written by hand is on it from the beginning: the run may be cancelled. */
export function rowForRun({ id, file, folder }: BatchImage, before: ResultRow | undefined): ResultRow {
  const fresh = emptyRow(id, file, folder)
  if (!before) return fresh
  const { suggestedName, givenName, extension, isEdited, wordsEdited, seen } = before
  return {
    ...fresh,
    ...(isEdited ? { suggestedName, givenName, extension, isEdited } : {}),
    ...(wordsEdited ? { seen, wordsEdited } : {}),
  }
}

/** What a run says about a row, without what the person has written; the given name is remembered beside it. */
export function keepingEdits(row: ResultRow | undefined, patch: Partial<ResultRow>): Partial<ResultRow> {
  const { suggestedName, seen } = patch
  const kept = { ...patch }
  if (suggestedName !== undefined) kept.givenName = suggestedName
  if (suggestedName !== undefined && row?.isEdited)
    Object.assign(kept, { suggestedName: row.suggestedName, isEdited: true })
  if (seen && row?.wordsEdited) kept.seen = { ...seen, altText: row.seen.altText, keywords: row.seen.keywords }
  return kept
}

/** The history for the rows of a new run: changes of images that have gone leave, and removed ones come back without a result. */
export function historyForRun({ past, future }: Timeline, rows: readonly ResultRow[]): Timeline {
  const removed = [...past, ...future].flatMap(({ images }) => images.map(({ item }) => item.id))
  const known = new Set([...rows.map(({ id }) => id), ...removed])
  const stays = ({ after, images, order }: Change) =>
    order !== undefined || images.length > 0 || [...after.keys()].some((id) => known.has(id))
  return { past: past.filter(stays).map(withoutResults), future: future.filter(stays).map(withoutResults) }
}

function withoutResults(change: Change): Change {
  if (change.images.length === 0) return change
  const before = new Map(change.rows.map(({ item }) => [item.id, item]))
  const rows = change.images.map(
    ({ item, at }): Taken<ResultRow> => ({
      at,
      item: { ...rowForRun(item, before.get(item.id)), state: 'cancelled', error: WAS_REMOVED },
    }),
  )
  return { ...change, rows }
}
