// What the person changed in the options. Only changes are held: the defaults belong to the rules (one
// definition in Rust), and the two are joined where they are read.
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { ProcessingOptions } from '@/api/types'

/** The tabs in the order of the screen. */
export const TABS = ['naming', 'watermarking', 'metadata', 'format'] as const
export type Tab = (typeof TABS)[number]

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

export const useOptionChanges = create<OptionsState>()(
  persist(
    (set) => ({
      changes: {},
      tab: 'naming',
      watermarkKind: 'text',
      change: (changes) => set((state) => ({ changes: { ...state.changes, ...changes } })),
      replace: (options) => set({ changes: { ...options } }),
      showTab: (tab) => set({ tab }),
      showWatermark: (watermarkKind) => set({ watermarkKind }),
    }),
    {
      name: 'nomina.options',
      // A reload keeps them, the next visit starts fresh. The watermark picture can be larger than web storage.
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ changes: { imageWatermarkFile: _, ...changes }, tab }) => ({ changes, tab }),
    },
  ),
)
