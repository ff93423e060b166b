// With images in it, the tool takes the whole window: the hero steps aside, the rest of the page stays below.
import { useDeferredValue } from 'react'
import { useBatch } from './model/batch-store'

export function useWorkbench(placement: 'landing' | 'dashboard'): boolean {
  const begun = useBatch((state) => state.images.length > 0 || state.step !== 'upload')
  const folded = useBatch((state) => state.folded && placement === 'landing')
  return useDeferredValue(begun && !folded)
}
