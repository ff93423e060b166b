// The options as they stand: the rules' defaults with the person's changes on top.
import { useMemo } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { useRules } from '../use-rules'
import { useOptionChanges } from './options-store'

export interface Recipe {
  options: ProcessingOptions
  change: (changes: Partial<ProcessingOptions>) => void
}

export function useRecipe(): Recipe {
  const { defaults } = useRules()
  const changes = useOptionChanges((state) => state.changes)
  const change = useOptionChanges((state) => state.change)
  const options = useMemo(() => ({ ...defaults, ...changes }), [defaults, changes])
  return { options, change }
}
