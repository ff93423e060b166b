// The duplicates of the results on screen, found anew when images come or go.
import { create } from 'zustand'
import type { Duplicate } from './duplicates'

interface DuplicatesState {
  /** By id, without those that would be kept. */
  found: ReadonlyMap<string, Duplicate>
}

export const useDuplicates = create<DuplicatesState>(() => ({ found: new Map() }))
