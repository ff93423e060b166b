// What the person changed in the options. Only changes are held: the defaults belong to the rules (one
// definition in Rust), and the two are joined where they are read. They are kept with the batch (kept/).
import { create } from 'zustand'
import type { ProcessingOptions } from '@/api/types'

/** The tabs in the order of the screen. */
export const TABS = ['naming', 'watermarking', 'metadata', 'format'] as const
export type Tab = (typeof TABS)[number]

/** The tab that an option is on. */
export function tabOf(field: string): Tab {
  if (/watermark/i.test(field)) return 'watermarking'
  if (/^custom(?!Context)/.test(field)) return 'metadata'
  return /pattern|prefix|suffix|context|words|keywords/i.test(field) ? 'naming' : 'format'
}

interface OptionsState {
  changes: Partial<ProcessingOptions>
  tab: Tab
  watermarkKind: 'text' | 'image'
  change: (changes: Partial<ProcessingOptions>) => void
  /** Replaces everything, as a template does. */
  replace: (options: Partial<ProcessingOptions>) => void
  showTab: (tab: Tab) => void
  showWatermark: (kind: 'text' | 'image') => void
}

export const useOptionChanges = create<OptionsState>((set) => ({
  changes: {},
  tab: 'naming',
  watermarkKind: 'text',
  change: (changes) => set((state) => ({ changes: { ...state.changes, ...changes } })),
  replace: (options) => set({ changes: { ...options } }),
  showTab: (tab) => set({ tab }),
  showWatermark: (watermarkKind) => set({ watermarkKind }),
}))
