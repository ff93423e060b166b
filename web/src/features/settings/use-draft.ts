// The form's copy of the preferences: changes stay here until they are saved or thrown away.
import type { Preferences } from '@/api/types'
import { useDraftOf } from '@/features/account/session/drafts'

export type ChangePreference = <Key extends keyof Preferences>(key: Key, value: Preferences[Key]) => void

export function useDraft(saved: Preferences) {
  const [kept, keep] = useDraftOf<Partial<Preferences>>('settings')
  const changes = kept ?? {}
  const draft: Preferences = { ...saved, ...changes }
  const change: ChangePreference = (key, value) => keep({ ...changes, [key]: value })
  const dirty = (Object.keys(changes) as (keyof Preferences)[]).some((key) => changes[key] !== saved[key])
  return { draft, change, dirty, restart: () => keep(undefined) }
}
