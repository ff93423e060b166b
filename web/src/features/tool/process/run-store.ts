// The state of the current run: whether one is on, how far it is, and what stopped it.
import { create } from 'zustand'
import type { Progress } from './progress'

interface RunState {
  running: boolean
  progress: Progress
  startedAt: number
  /** Pictures of this run. */
  total: number
  /** The sentence of the usage dialog while it is open. */
  limitMessage: string | null
  begin: (startedAt: number, total: number) => void
  report: (progress: Progress) => void
  end: () => void
  showLimit: (message: string) => void
  closeLimit: () => void
}

const NOTHING: Progress = { pass: 'cached', done: 0, total: 0 }

export const useRun = create<RunState>((set) => ({
  running: false,
  progress: { ...NOTHING, total: 1 },
  startedAt: 0,
  total: 0,
  limitMessage: null,
  begin: (startedAt, total) => set({ running: true, startedAt, total, progress: { ...NOTHING, total: 1 } }),
  report: (progress) => set({ progress }),
  end: () => set({ running: false }),
  showLimit: (limitMessage) => set({ limitMessage }),
  closeLimit: () => set({ limitMessage: null }),
}))
