// The last visit of this tab, or of one that was closed: pictures, options, marks, names and results come back together.
import { type Step, useBatch } from '../model/batch-store'
import { NO_CHANGES } from '../model/changes'
import type { Picture } from '../model/image'
import { useMarks } from '../model/marks-store'
import { useOptionChanges } from '../model/options-store'
import { INTERRUPTED } from '../model/remarks'
import { useResults } from '../model/results-store'
import { emptyRow, isUndone, type ResultRow } from '../model/row'
import { useRun } from '../model/run-store'
import { UNKNOWN_SENT, useSent } from '../model/sent-store'
import { useView } from '../model/view-store'
import { startKeeping } from './keeping'
import { takeLastWords } from './last-words'
import { forgetBatchesBefore } from './old-batches'
import { restorePictures } from './stored-files'
import { restoreHistory } from './stored-history'
import { type BatchRecord, restoreBatch, restoreRows } from './stored-results'

/** Gives back how many pictures have come. */
export async function restoreVisit(): Promise<number> {
  const pictures = await restorePictures()
  const record = await restoreBatch().catch(() => undefined)
  const rows = await restoreRows(pictures).catch(() => [])
  const timeline = await restoreHistory(pictures, rows).catch(() => NO_CHANGES)
  if (record) putBack(record)
  // Pictures that were dropped while the disk was read come after those that were there before.
  useBatch.setState(({ pictures: added }) => ({ pictures: [...pictures, ...added] }))
  useResults.setState(timeline)
  useSent.setState(record?.sent ?? (rows.length > 0 ? UNKNOWN_SENT : useSent.getState()))
  const { recipe = null, summary = null, job = null } = record ?? {}
  const some = rows.length + timeline.past.length > 0 || record?.underWay
  if (record && some) useResults.setState({ rows, recipe, summary, job })
  // With every picture removed, the results are where they can be brought back.
  const removed = pictures.length === 0 && timeline.past.length > 0
  if (record?.underWay && recipe) comeBackToRun(record.step, pictures, rows)
  else if (record?.step === 'results' && (removed || rows.some((row) => row.output)))
    useBatch.setState({ step: 'results', moved: true })
  startKeeping()
  takeLastWords()
  void forgetBatchesBefore(Date.now())
  return pictures.length
}

/** The page went in the middle of a run: what is finished stays, and the rest waits to be taken up again. */
function comeBackToRun(step: Step, pictures: readonly Picture[], rows: readonly ResultRow[]): void {
  const known = new Map(rows.map((row) => [row.id, row]))
  const all = pictures.map(
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
