// Which images get the watermark. An image is selected and marked unless it was taken out, so that
// images added later need no bookkeeping. Marked images are always a subset of the selected ones.
import { create } from 'zustand'

export interface Marks {
  unselected: ReadonlySet<string>
  unmarked: ReadonlySet<string>
}

interface MarksState extends Marks {
  /** Whether the ticks are shown. */
  selecting: boolean
  toggleSelecting: () => void
  toggleSelected: (id: string) => void
  toggleMarked: (id: string) => void
  selectAll: () => void
  clearSelection: (ids: string[]) => void
  markAll: () => void
  markNone: (ids: string[]) => void
  reset: () => void
}

const NOBODY: ReadonlySet<string> = new Set()

export const useMarks = create<MarksState>((set) => ({
  unselected: NOBODY,
  unmarked: NOBODY,
  selecting: false,
  toggleSelecting: () => set((state) => ({ selecting: !state.selecting })),
  toggleSelected: (id) => set((state) => ({ unselected: toggled(state.unselected, id) })),
  toggleMarked: (id) => set((state) => ({ unmarked: toggled(state.unmarked, id) })),
  selectAll: () => set({ unselected: NOBODY }),
  clearSelection: (ids) => set({ unselected: new Set(ids) }),
  markAll: () => set({ unmarked: NOBODY }),
  markNone: (ids) => set({ unmarked: new Set(ids) }),
  reset: () => set({ unselected: NOBODY, unmarked: NOBODY, selecting: false }),
}))

export function isSelected(marks: Marks, id: string): boolean {
  return !marks.unselected.has(id)
}

export function isMarked(marks: Marks, id: string): boolean {
  return isSelected(marks, id) && !marks.unmarked.has(id)
}

/** The numbers of the two counters under the grid. */
export function countMarks(marks: Marks, ids: string[]): { total: number; selected: number; marked: number } {
  const selected = ids.filter((id) => isSelected(marks, id))
  return { total: ids.length, selected: selected.length, marked: selected.filter((id) => isMarked(marks, id)).length }
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
