// One image of the batch as the options would make it, tried before the run. The preview makes it; the options say its size.
import { create } from 'zustand'
import type { Facts } from '@/engine'
import type { BatchImage } from './image'

export interface Tried {
  image: BatchImage
  output: Blob
  facts: Facts
}

interface ComparisonState {
  /** The image that the person has chosen; the first one of the batch where it is gone or none was chosen. */
  chosen: string | null
  /** The last one that was made; it may be of options that have changed since. */
  tried: Tried | null
  /** Whether the one for the options as they are is still being made. */
  making: boolean
  /** Why it could not be made. */
  failure: string | null
}

export const useComparison = create<ComparisonState>(() => ({
  chosen: null,
  tried: null,
  making: false,
  failure: null,
}))

export function compareImage(id: string): void {
  useComparison.setState({ chosen: id })
}
