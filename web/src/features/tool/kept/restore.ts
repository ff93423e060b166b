// The last visit of this tab, or of one that was closed: pictures, options, marks, names and results come back together.
import { useBatch } from '../batch-store'
import { useOptionChanges } from '../options/options-store'
import { useMarks } from '../preview/marks-store'
import { NO_CHANGES } from '../results/changes'
import { useResults } from '../results/results-store'
import { useView } from '../results/view-store'
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
  if (rows.length + timeline.past.length > 0 && record)
    useResults.setState({ rows, recipe: record.recipe, summary: record.summary })
  // With every picture removed, the results are where they can be brought back.
  const removed = pictures.length === 0 && timeline.past.length > 0
  if (record?.step === 'results' && (removed || rows.some((row) => row.output)))
    useBatch.setState({ step: 'results', moved: true })
  startKeeping()
  takeLastWords()
  void forgetBatchesBefore(Date.now())
  return pictures.length
}

function putBack({ options, tab, unselected, unmarked, view }: BatchRecord): void {
  if (view) useView.getState().look(view)
  useOptionChanges.setState(({ changes }) => ({ changes: { ...options, ...changes }, tab }))
  useMarks.setState({ unselected: new Set(unselected), unmarked: new Set(unmarked) })
}
