// The rows of the results screen. Patches that arrive while a batch runs are gathered and applied together,
// a few times a second, so that 250 images never mean 250 renderings.
import { create } from 'zustand'
import type { ProcessingOptions } from '@/api/types'
import { historyForRun } from './carried-over'
import { NO_CHANGES, type Patches, type Timeline } from './changes'
import type { ResultRow } from './row'

export interface RunSummary {
  byAi: number
  fromCache: number
  /** Named by their cleaned original name, because the model gave none. */
  fallback: number
  failed: number
  cancelled: boolean
}

export interface RunOfRows {
  rows: ResultRow[]
  /** The options of the run that made the rows. */
  recipe: ProcessingOptions | null
  summary: RunSummary | null
  /** The job on the server that keeps the run; null where none does. */
  job: string | null
}

interface ResultsState extends RunOfRows, Timeline {
  /** Whether a name is being typed that is not saved yet. */
  typing: boolean
  /** What can be undone stays, as far as the images are the same. */
  start: (rows: ResultRow[], recipe: ProcessingOptions) => void
  patch: (patches: Patches) => void
  finish: (summary: RunSummary | null) => void
  keptBy: (job: string | null) => void
  remove: (ids: ReadonlySet<string>) => void
  clear: () => void
}

export const useResults = create<ResultsState>((set) => ({
  rows: [],
  recipe: null,
  summary: null,
  job: null,
  typing: false,
  ...NO_CHANGES,
  start: (rows, recipe) => set((state) => ({ rows, recipe, summary: null, job: null, ...historyForRun(state, rows) })),
  patch: (patches) =>
    set((state) => ({
      rows: state.rows.map((row) => {
        const patch = patches.get(row.id)
        return patch ? { ...row, ...patch } : row
      }),
    })),
  finish: (summary) => set({ summary }),
  keptBy: (job) => set({ job }),
  remove: (ids) => set((state) => ({ rows: state.rows.filter((row) => !ids.has(row.id)) })),
  clear: () => set({ rows: [], recipe: null, summary: null, job: null, typing: false, ...NO_CHANGES }),
}))

/** How often gathered patches reach the screen. */
const FLUSH_MS = 120

/** Gathers patches for the store; `flush` applies what is left at the end. */
export function patchGatherer(apply: (patches: Patches) => void) {
  let waiting = new Map<string, Partial<ResultRow>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.size === 0) return
    const patches = waiting
    waiting = new Map()
    apply(patches)
  }
  const add = (id: string, patch: Partial<ResultRow>) => {
    waiting.set(id, { ...waiting.get(id), ...patch })
    timer ??= setTimeout(flush, FLUSH_MS)
  }
  return { add, flush }
}
