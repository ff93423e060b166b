// The batch: which step is shown and which images it holds, in the order they were added.
import { create } from 'zustand'
import type { BatchImage } from './image'

/** The three stages of the tool. Step two is called Configure on screen. */
export type Step = 'upload' | 'processing' | 'results'

interface BatchState {
  step: Step
  images: BatchImage[]
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
  add: (images: BatchImage[]) => void
  remove: (id: string) => void
  /** The same bytes by image, from a place that lasts longer. */
  moveFiles: (files: ReadonlyMap<string, File>) => void
  clear: () => void
  /** More files are being looked at, or fewer: several additions can go on at once. */
  addChecking: (count: number) => void
}

export const useBatch = create<BatchState>((set) => ({
  step: 'upload',
  images: [],
  restored: false,
  checking: 0,
  moved: false,
  folded: false,
  fold: (folded) => set({ folded }),
  go: (step) => set((state) => (step !== 'upload' && state.images.length === 0 ? state : { step, moved: true })),
  add: (images) => set((state) => ({ images: [...state.images, ...images] })),
  remove: (id) => set((state) => ({ images: state.images.filter((image) => image.id !== id) })),
  moveFiles: (files) =>
    set((state) => ({
      images: state.images.map((image) => {
        const file = files.get(image.id)
        return file ? { ...image, file } : image
      }),
    })),
  clear: () =>
    set((state) => ({ images: [], step: 'upload', folded: false, moved: state.moved || state.step !== 'upload' })),
  addChecking: (count) => set(({ checking }) => ({ checking: Math.max(0, checking + count) })),
}))
