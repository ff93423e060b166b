// The last visit of this tab, or of one that was closed: images, options, marks, names and results come back together.
import { type Step, useBatch } from '../model/batch-store'
import { NO_CHANGES } from '../model/changes'
import type { BatchImage } from '../model/image'
import { useMarks } from '../model/marks-store'
import { useOptionChanges } from '../model/options-store'
import { inOrder } from '../model/order'
import { INTERRUPTED } from '../model/remarks'
import { useResults } from '../model/results-store'
import { emptyRow, isUndone, type ResultRow } from '../model/row'
import { useRun } from '../model/run-store'
import { UNKNOWN_SENT, useSent } from '../model/sent-store'
import { useView } from '../model/view-store'
import { startKeeping } from './keeping'
import { takeLastWords } from './last-words'
import { forgetBatchesBefore } from './old-batches'
import { restoreImages } from './stored-files'
import { restoreHistory } from './stored-history'
import { type BatchRecord, restoreBatch, restoreRows } from './stored-results'

/** Gives back how many images have come. */
export async function restoreVisit(): Promise<number> {
  const record = await restoreBatch().catch(() => undefined)
  const images = inOrder(await restoreImages(), record?.order ?? [])
  const rows = await restoreRows(images).catch(() => [])
  const timeline = await restoreHistory(images, rows).catch(() => NO_CHANGES)
  if (record) putBack(record)
  // Images that were dropped while the disk was read come after those that were there before.
  useBatch.setState(({ images: added }) => ({ images: [...images, ...added] }))
  useResults.setState(timeline)
  useSent.setState(record?.sent ?? (rows.length > 0 ? UNKNOWN_SENT : useSent.getState()))
  const { recipe = null, summary = null, job = null } = record ?? {}
  const some = rows.length + timeline.past.length > 0 || record?.underWay
  if (record && some) useResults.setState({ rows, recipe, summary, job })
  // With every image removed, the results are where they can be brought back.
  const removed = images.length === 0 && timeline.past.length > 0
  if (record?.underWay && recipe) comeBackToRun(record.step, images, rows)
  else if (record?.step === 'results' && (removed || rows.some((row) => row.output)))
    useBatch.setState({ step: 'results', moved: true })
  startKeeping()
  takeLastWords()
  void forgetBatchesBefore(Date.now())
  return images.length
}

/** The page went in the middle of a run: what is finished stays, and the rest waits to be taken up again. */
function comeBackToRun(step: Step, images: readonly BatchImage[], rows: readonly ResultRow[]): void {
  const known = new Map(rows.map((row) => [row.id, row]))
  const all = images.map(
    ({ id, file, folder }): ResultRow =>
      known.get(id) ?? { ...emptyRow(id, file, folder), state: 'cancelled', error: INTERRUPTED },
  )
  const left = step === 'processing' && all.some(isUndone)
  useResults.setState({ rows: all })
  useRun.getState().interrupt(left)
  useBatch.setState({ step: left ? 'processing' : 'results', moved: true })
}

function putBack({ options, tab, unselected, unmarked, view }: BatchRecord): void {
  if (view) useView.getState().look(view)
  useOptionChanges.setState(({ changes }) => ({ changes: { ...options, ...changes }, tab }))
  useMarks.setState({ unselected: new Set(unselected), unmarked: new Set(unmarked) })
}
