// Settings of an earlier batch that were put in place, until the next run starts or the person has read it.
import { create } from 'zustand'

export interface AppliedSettings {
  /** The batch they come from; null when there is nothing to say. */
  source: string | null
  /** What they do, in a few words each. */
  words: string[]
}

const NOTHING: AppliedSettings = { source: null, words: [] }

export const useApplied = create<AppliedSettings>(() => NOTHING)

export function forgetApplied(): void {
  useApplied.setState(NOTHING)
}
