// Back to the beginning: images, results, cache and progress are gone. Who asked for it can have everything back until new
// images are added; who signs out leaves nothing behind.
import { plural, t } from '@/lib/messages'
import { leave, toastUndo } from '@/ui/toasts'
import { clearImages, putBack } from '../kept/batch-images'
import { freshHandle } from '../kept/undo'
import { type Step, useBatch } from '../model/batch-store'
import type { Timeline } from '../model/changes'
import type { BatchImage } from '../model/image'
import { type Marks, useMarks } from '../model/marks-store'
import { CANCELLED } from '../model/remarks'
import { type RunOfRows, useResults } from '../model/results-store'
import { isSettled, type ResultRow } from '../model/row'
import { useRun } from '../model/run-store'
import { NOTHING_SENT, type Sent, useSent } from '../model/sent-store'
import { EVERYTHING, type View } from '../model/view'
import { useView } from '../model/view-store'
import type { KeptName } from '../naming/name-cache'
import { namesCache } from '../naming/names-cache'
import { cancelProcessing } from './processing'

interface Everything {
  images: BatchImage[]
  step: Step
  results: RunOfRows & Timeline
  marks: Marks
  view: View
  names: KeptName[]
  sent: Sent
}

const TITLE = t`All images removed`

let cleared: Everything | null = null
// Something new has begun: bringing back would mix two batches.
useBatch.subscribe(({ images }) => {
  if (cleared && images.length > 0) forgetCleared()
})

/** At once and for good. */
export function resetTool(): void {
  forgetCleared()
  namesCache.clear()
  empty()
}

/** The names that models gave stay known: the same images cost nothing a second time. */
export function clearAll(): void {
  const before = everything()
  empty()
  offerBack(before)
}

export function startOver(): void {
  const before = everything()
  empty()
  namesCache.clear()
  offerBack(before)
}

/** False when there is nothing to bring back. */
export function bringBack(): boolean {
  if (!cleared) return false
  const { images, step, results, marks, view, names, sent } = cleared
  forgetCleared()
  namesCache.putBack(names)
  useMarks.setState(marks)
  useSent.setState(sent)
  useResults.setState({ ...results, rows: results.rows.map(asLeft) })
  useView.getState().look(view)
  putBack(images.map((item, at) => ({ item, at })))
  useBatch.setState({ step, moved: true })
  return true
}

function offerBack(before: Everything): void {
  if (before.images.length + before.results.past.length === 0) return
  cleared = before
  const made = before.results.rows.some((row) => row.output) ? t`, with names and results` : ''
  toastUndo(TITLE, `${plural(before.images.length, { one: '# image', other: '# images' })}${made}.`, bringBack)
}

function forgetCleared(): void {
  cleared = null
  leave(TITLE)
}

function everything(): Everything {
  const { images, step } = useBatch.getState()
  const { rows, recipe, summary, job, past, future } = useResults.getState()
  const { unselected, unmarked } = useMarks.getState()
  const results = { rows, recipe, summary, job, past, future }
  return {
    images,
    step,
    results,
    marks: { unselected, unmarked },
    view: useView.getState().view,
    names: namesCache.all(),
    sent: useSent.getState(),
  }
}

function empty(): void {
  cancelProcessing()
  useRun.getState().interrupt(false)
  useResults.getState().clear()
  useMarks.getState().reset()
  useSent.setState(NOTHING_SENT)
  useView.getState().look(EVERYTHING)
  clearImages()
}

/** What was under way then was cancelled with the rest. */
function asLeft(row: ResultRow): ResultRow {
  return isSettled(row) ? freshHandle(row) : { ...row, state: 'cancelled', error: CANCELLED }
}
