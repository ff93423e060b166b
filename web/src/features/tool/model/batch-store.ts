// The batch: which step is shown and which pictures it holds, in the order they were added.
import { create } from 'zustand'
import type { Picture } from './image'

/** The three stages of the tool. Step two is called Configure on screen. */
export type Step = 'upload' | 'processing' | 'results'

interface BatchState {
  step: Step
  pictures: Picture[]
  /** Whether what the last visit left is here again, if it left anything. */
  restored: boolean
  /** Files being looked at right now; the upload screen says so. */
  checking: number
  /** Whether the person has gone from step to step: the new step then takes the focus. */
  moved: boolean
  /** On the landing page: the tool went back into its box, and the page is around it again. */
  folded: boolean
  fold: (folded: boolean) => void
  go: (step: Step) => void
  add: (pictures: Picture[]) => void
  remove: (id: string) => void
  /** The same bytes by picture, from a place that lasts longer. */
  moveFiles: (files: ReadonlyMap<string, File>) => void
  clear: () => void
  /** More files are being looked at, or fewer: several additions can go on at once. */
  addChecking: (count: number) => void
}

export const useBatch = create<BatchState>((set) => ({
  step: 'upload',
  pictures: [],
  restored: false,
  checking: 0,
  moved: false,
  folded: false,
  fold: (folded) => set({ folded }),
  go: (step) => set((state) => (step !== 'upload' && state.pictures.length === 0 ? state : { step, moved: true })),
  add: (pictures) => set((state) => ({ pictures: [...state.pictures, ...pictures] })),
  remove: (id) => set((state) => ({ pictures: state.pictures.filter((picture) => picture.id !== id) })),
  moveFiles: (files) =>
    set((state) => ({
      pictures: state.pictures.map((picture) => {
        const file = files.get(picture.id)
        return file ? { ...picture, file } : picture
      }),
    })),
  clear: () =>
    set((state) => ({ pictures: [], step: 'upload', folded: false, moved: state.moved || state.step !== 'upload' })),
  addChecking: (count) => set(({ checking }) => ({ checking: Math.max(0, checking + count) })),
}))
