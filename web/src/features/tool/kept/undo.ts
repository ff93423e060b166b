// Removing images with their results, and undo and redo of every change. Files go from the browser's storage and come back to it.
import { plural, t } from '@/lib/messages'
import { useBatch } from '../model/batch-store'
import { backward, type Change, forward, removalOf, withBack } from '../model/changes'
import { patchRows, record } from '../model/edits'
import { setOrder } from '../model/order'
import { useResults } from '../model/results-store'
import type { ResultRow } from '../model/row'
import { rulesNow } from '../model/use-rules'
import { putBack, removeImage } from './batch-images'

/** Images leave with their results. */
export function removeRows(ids: readonly string[]): void {
  const { rows } = useResults.getState()
  const change = removalOf(
    t`Remove ${plural(ids.length, { one: '# image', other: '# images' })}`,
    rows,
    useBatch.getState().images,
    new Set(ids),
  )
  apply(change)
  record(change)
}

/** Gives back what was undone, to be said; nothing when there was nothing. */
export function undo(): Change | undefined {
  const step = backward(useResults.getState())
  if (!step) return undefined
  takeBack(step.change)
  useResults.setState(step.timeline)
  return step.change
}

export function redo(): Change | undefined {
  const step = forward(useResults.getState())
  if (!step) return undefined
  const change = asOfNow(step.change)
  apply(change)
  useResults.setState({ ...step.timeline, past: [...step.timeline.past.slice(0, -1), change] })
  return change
}

/** An image that is taken out again leaves as it is now, with what a run has made of it since. */
function asOfNow(change: Change): Change {
  if (change.images.length === 0) return change
  const ids = new Set(change.images.map(({ item }) => item.id))
  return removalOf(change.label, useResults.getState().rows, useBatch.getState().images, ids)
}

function apply({ after, rows, images, order }: Change): void {
  patchRows(after)
  if (order) setOrder(order.after, rulesNow())
  if (rows.length > 0) useResults.getState().remove(new Set(rows.map(({ item }) => item.id)))
  for (const { item } of images) removeImage(item.id)
}

function takeBack({ before, rows, images, order }: Change): void {
  patchRows(before)
  if (order) setOrder(order.before, rulesNow())
  if (images.length > 0) putBack(images)
  if (rows.length > 0)
    useResults.setState((state) => ({
      rows: withBack(
        state.rows,
        rows.map(({ item, at }) => ({ at, item: freshHandle(item) })),
      ),
    }))
}

/** The same bytes under a new handle: what was written down went with the row, and is written again when it is another. */
export function freshHandle(row: ResultRow): ResultRow {
  const { output } = row
  return { ...row, output: output?.slice(0, output.size, output.type) ?? null }
}
