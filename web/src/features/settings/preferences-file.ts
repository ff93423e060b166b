// Preferences as a text a person can keep: copied, or as a file.
import type { Preferences } from '@/api/types'
import { saveBlob } from '@/lib/save-file'

const PREFERENCES_FILE = 'nomina-preferences.json'

function preferencesText(preferences: Preferences): string {
  return `${JSON.stringify(preferences, null, 2)}\n`
}

export async function copyPreferences(preferences: Preferences): Promise<void> {
  await navigator.clipboard.writeText(preferencesText(preferences))
}

export function downloadPreferences(preferences: Preferences): void {
  saveBlob(new Blob([preferencesText(preferences)], { type: 'application/json' }), PREFERENCES_FILE)
}
