// The options as they stand: the rules' defaults, the person's saved preferences, and what was changed here on top.
import { useMemo } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { usePreferences } from '@/features/account/session/preferences'
import { useOptionChanges } from './options-store'
import { preferredOptions } from './preferred-options'
import { useRules } from './use-rules'

interface Recipe {
  options: ProcessingOptions
  change: (changes: Partial<ProcessingOptions>) => void
}

export function useRecipe(): Recipe {
  const { defaults } = useRules()
  const { data: preferences } = usePreferences()
  const changes = useOptionChanges((state) => state.changes)
  const change = useOptionChanges((state) => state.change)
  const options = useMemo(
    () => ({ ...defaults, ...preferredOptions(preferences), ...changes }),
    [defaults, preferences, changes],
  )
  return { options, change }
}
