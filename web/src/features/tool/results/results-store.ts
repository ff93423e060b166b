// The rows of the results screen. Patches that arrive while a batch runs are gathered and applied together,
// a few times a second, so that 250 pictures never mean 250 renderings.
import { create } from 'zustand'
import type { ProcessingOptions } from '@/api/types'
import type { ResultRow } from './row'

export interface RunSummary {
  byAi: number
  fromCache: number
  /** Named by their cleaned original name, because the model gave none. */
  fallback: number
  failed: number
  cancelled: boolean
}

interface ResultsState {
  rows: ResultRow[]
  /** The options of the run that made the rows. */
  recipe: ProcessingOptions | null
  summary: RunSummary | null
  /** Whether a name is being typed that is not saved yet. */
  typing: boolean
  start: (rows: ResultRow[], recipe: ProcessingOptions) => void
  patch: (patches: ReadonlyMap<string, Partial<ResultRow>>) => void
  rename: (id: string, suggestedName: string) => void
  renameMany: (names: ReadonlyMap<string, string>) => void
  finish: (summary: RunSummary | null) => void
  remove: (id: string) => void
  clear: () => void
}

export const useResults = create<ResultsState>((set) => ({
  rows: [],
  recipe: null,
  summary: null,
  typing: false,
  start: (rows, recipe) => set({ rows, recipe, summary: null }),
  patch: (patches) =>
    set((state) => ({
      rows: state.rows.map((row) => {
        const patch = patches.get(row.id)
        return patch ? { ...row, ...patch } : row
      }),
    })),
  rename: (id, suggestedName) => set((state) => ({ rows: renamed(state.rows, new Map([[id, suggestedName]])) })),
  renameMany: (names) => set((state) => ({ rows: renamed(state.rows, names) })),
  finish: (summary) => set({ summary }),
  remove: (id) => set((state) => ({ rows: state.rows.filter((row) => row.id !== id) })),
  clear: () => set({ rows: [], recipe: null, summary: null, typing: false }),
}))

function renamed(rows: ResultRow[], names: ReadonlyMap<string, string>): ResultRow[] {
  return rows.map((row) => {
    const name = names.get(row.id)
    return name === undefined || name === row.suggestedName ? row : { ...row, suggestedName: name, isEdited: true }
  })
}

/** How often gathered patches reach the screen. */
const FLUSH_MS = 120

/** Gathers patches for the store; `flush` applies what is left at the end. */
export function patchGatherer(apply: (patches: ReadonlyMap<string, Partial<ResultRow>>) => void) {
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
