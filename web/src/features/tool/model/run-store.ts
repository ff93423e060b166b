// The state of the current run: whether one is on, how far it is, and what stopped it.
import { create } from 'zustand'
import type { Progress } from './progress'

export interface Offer {
  needed: number
  left: number
}

interface RunState {
  running: boolean
  /** A reload has ended the run before its time: it can be taken up again. */
  interrupted: boolean
  progress: Progress
  startedAt: number
  /** How much of the large images is done, from 0 to 1. */
  shares: Record<string, number>
  /** The images of this run, and how many of the batch were finished before it. */
  ids: ReadonlySet<string>
  before: number
  /** The sentence of the usage dialog while it is open. */
  limitMessage: string | null
  /** How many names the batch needs and how many are left, when nothing has begun yet. */
  offer: Offer | null
  begin: (startedAt: number, ids: ReadonlySet<string>, before?: number) => void
  report: (progress: Progress) => void
  reportShare: (id: string, share: number) => void
  end: () => void
  interrupt: (interrupted: boolean) => void
  showLimit: (message: string, offer?: Offer | null) => void
  closeLimit: () => void
}

const NOTHING: Progress = { pass: 'cached', done: 0, total: 0 }

export const useRun = create<RunState>((set) => ({
  running: false,
  interrupted: false,
  progress: { ...NOTHING, total: 1 },
  startedAt: 0,
  shares: {},
  ids: new Set(),
  before: 0,
  limitMessage: null,
  offer: null,
  begin: (startedAt, ids, before = 0) =>
    set({
      running: true,
      interrupted: false,
      startedAt,
      ids,
      before,
      shares: {},
      progress: { ...NOTHING, total: 1 },
    }),
  report: (progress) => set({ progress }),
  reportShare: (id, share) => set((state) => ({ shares: { ...state.shares, [id]: share } })),
  end: () => set({ running: false }),
  interrupt: (interrupted) => set({ interrupted }),
  showLimit: (limitMessage, offer = null) => set({ limitMessage, offer }),
  closeLimit: () => set({ limitMessage: null }),
}))

/** Whether a run is on, or waits to be taken up again: another reload must not forget it. */
export function isUnderWay({ running, interrupted }: Pick<RunState, 'running' | 'interrupted'>): boolean {
  return running || interrupted
}
