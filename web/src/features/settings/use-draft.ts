// The form's copy of the preferences: changes stay here until they are saved.
import { useState } from 'react'
import type { Preferences } from '@/api/types'

export type ChangePreference = <Key extends keyof Preferences>(key: Key, value: Preferences[Key]) => void

export function useDraft(saved: Preferences) {
  const [changes, setChanges] = useState<Partial<Preferences>>({})
  const draft: Preferences = { ...saved, ...changes }
  const change: ChangePreference = (key, value) => setChanges((before) => ({ ...before, [key]: value }))
  const dirty = (Object.keys(changes) as (keyof Preferences)[]).some((key) => changes[key] !== saved[key])
  return { draft, change, dirty, restart: () => setChanges({}) }
}
