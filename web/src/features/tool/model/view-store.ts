// How the person looks at the results. Kept with the batch, as names and options are.
import { create } from 'zustand'
import { EVERYTHING, type View } from './view'

interface ViewState {
  view: View
  /** Grows with every choice: what is shown is found anew then, and only then. */
  turn: number
  look: (view: View) => void
}

export const useView = create<ViewState>((set) => ({
  view: EVERYTHING,
  turn: 0,
  look: (view) => set((state) => ({ view, turn: state.turn + 1 })),
}))
