// Follows the tool's stores and writes what changes, a moment later and in the background. Who leaves before it is written,
// or where it cannot be written at all, is asked first.
import { create } from 'zustand'
import { useBatch } from '../model/batch-store'
import { NO_CHANGES, type Timeline } from '../model/changes'
import type { BatchImage } from '../model/image'
import { useMarks } from '../model/marks-store'
import { useOptionChanges } from '../model/options-store'
import { useResults } from '../model/results-store'
import { isSettled, type ResultRow } from '../model/row'
import { isUnderWay, useRun } from '../model/run-store'
import { useSent } from '../model/sent-store'
import { useView } from '../model/view-store'
import { inOrder } from './database'
import { leaveLastWords } from './last-words'
import { keepHistory } from './stored-history'
import { forgetOutputs, forgetResults, keepBatch, keepOutputs, keepRows } from './stored-results'

/** How long changes are gathered. */
const GATHER_MS = 250

/** Whether everything that could be lost is written. */
export const useKeeping = create(() => ({ saved: true }))

let before: readonly ResultRow[] = []
let surroundings: unknown[] = []
let history: Timeline = NO_CHANGES
let timer: ReturnType<typeof setTimeout> | undefined
let started = false

/** From now on; what is in the stores already counts as written. */
export function startKeeping(): void {
  if (started) return
  started = true
  before = useResults.getState().rows
  history = useResults.getState()
  for (const store of [useBatch, useOptionChanges, useMarks, useResults, useView, useSent]) store.subscribe(later)
  // Progress is not written, only that there is a run.
  useRun.subscribe((now, before) => {
    if (isUnderWay(now) !== isUnderWay(before)) later()
  })
  window.addEventListener('pagehide', () => {
    if (!useKeeping.getState().saved) leaveLastWords()
    now()
  })
}

function later(): void {
  useKeeping.setState({ saved: false })
  timer ??= setTimeout(now, GATHER_MS)
}

function now(): void {
  clearTimeout(timer)
  timer = undefined
  void inOrder(write).then(
    () => {
      if (timer === undefined) useKeeping.setState({ saved: true })
    },
    // Storage is full or forbidden: it stays unsaved, and the next change tries again.
    () => undefined,
  )
}

async function write(): Promise<void> {
  const { rows } = useResults.getState()
  const held = new Map(before.map((row) => [row.id, row]))
  const changed = rows.filter((row) => held.get(row.id) !== row && (isSettled(row) || !isWaiting(held.get(row.id))))
  await writeRecord()
  await forgetResults(before.filter(({ id }) => !rows.some((row) => row.id === id)).map(({ id }) => id))
  await keepRows(rows, new Set(changed.map(({ id }) => id)))
  await forgetOutputs(changed.filter(({ id, output }) => !output && held.get(id)?.output).map(({ id }) => id))
  const outputs = changed.filter((row) => row.output && held.get(row.id)?.output !== row.output)
  before = rows
  await keepOutputs(outputs).catch(() => undefined)
  // Room for bytes that nobody may ask for again comes last.
  await writeHistory().catch(() => undefined)
}

/** A row that a run has taken up is written once: what it was before is no longer so. */
function isWaiting(row: ResultRow | undefined): boolean {
  return row !== undefined && !isSettled(row)
}

async function writeHistory(): Promise<void> {
  const { past, future } = useResults.getState()
  if (past === history.past && future === history.future) return
  await keepHistory({ past, future })
  history = { past, future }
}

/** The record can carry a watermark image: it is written only when something in it has changed. */
async function writeRecord(): Promise<void> {
  const { step, images } = useBatch.getState()
  const order = ownOrder(images)
  const { changes, tab } = useOptionChanges.getState()
  const { unselected, unmarked } = useMarks.getState()
  const { recipe, summary, job } = useResults.getState()
  const { view } = useView.getState()
  const sent = useSent.getState()
  const underWay = isUnderWay(useRun.getState())
  const current = [step, changes, tab, unselected, unmarked, recipe, summary, view, sent, underWay, job, order?.join()]
  if (current.every((part, at) => part === surroundings[at])) return
  const marks = { unselected: [...unselected], unmarked: [...unmarked] }
  const run = { recipe, summary, job, underWay, sent }
  await keepBatch({ step, options: changes, tab, ...marks, view, order, ...run }, Date.now())
  surroundings = current
}

/** The ids, where they are not in the order in which the images were added. */
function ownOrder(images: readonly BatchImage[]): string[] | null {
  const moved = images.some(({ order }, at) => order < (images[at - 1]?.order ?? order))
  return moved ? images.map(({ id }) => id) : null
}
