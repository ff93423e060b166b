// The duplicates of the results on screen, found anew when images come or go.
import { create } from 'zustand'
import type { Duplicate } from './duplicates'

interface DuplicatesState {
  /** By id, without those that would be kept. */
  found: ReadonlyMap<string, Duplicate>
  /** The images of all groups by the one that would be kept. */
  groups: ReadonlyMap<string, readonly string[]>
}

export const useDuplicates = create<DuplicatesState>(() => ({ found: new Map(), groups: new Map() }))

export function showDuplicates(found: ReadonlyMap<string, Duplicate>): void {
  const groups = new Map<string, string[]>()
  for (const [id, { of }] of found) groups.set(of, [...(groups.get(of) ?? [of]), id])
  useDuplicates.setState({ found, groups })
}

/** Whether an image has others like it. */
export function isAlike({ id }: { id: string }): boolean {
  const { found, groups } = useDuplicates.getState()
  return found.has(id) || groups.has(id)
}
