// The state of the current run: whether one is on, how far it is, and what stopped it.
import { create } from 'zustand'
import type { Progress } from './progress'

export interface Offer {
  needed: number
  left: number
}

interface RunState {
  running: boolean
  progress: Progress
  startedAt: number
  /** How much of the large pictures is done, from 0 to 1. */
  shares: Record<string, number>
  /** Pictures of this run. */
  total: number
  /** The sentence of the usage dialog while it is open. */
  limitMessage: string | null
  /** How many names the batch needs and how many are left, when nothing has begun yet. */
  offer: Offer | null
  begin: (startedAt: number, total: number) => void
  report: (progress: Progress) => void
  reportShare: (id: string, share: number) => void
  end: () => void
  showLimit: (message: string, offer?: Offer | null) => void
  closeLimit: () => void
}

const NOTHING: Progress = { pass: 'cached', done: 0, total: 0 }

export const useRun = create<RunState>((set) => ({
  running: false,
  progress: { ...NOTHING, total: 1 },
  startedAt: 0,
  shares: {},
  total: 0,
  limitMessage: null,
  offer: null,
  begin: (startedAt, total) => set({ running: true, startedAt, total, shares: {}, progress: { ...NOTHING, total: 1 } }),
  report: (progress) => set({ progress }),
  reportShare: (id, share) => set((state) => ({ shares: { ...state.shares, [id]: share } })),
  end: () => set({ running: false }),
  showLimit: (limitMessage, offer = null) => set({ limitMessage, offer }),
  closeLimit: () => set({ limitMessage: null }),
}))
