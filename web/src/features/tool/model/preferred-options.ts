// What a signed-in person's saved preferences fill in before anything is changed: format, quality, prefix,
// suffix, language.
import type { Preferences, ProcessingOptions } from '@/api/types'
import { preferredFormat } from '@/engine/output-formats'

export function preferredOptions(preferences: Preferences | undefined): Partial<ProcessingOptions> {
  if (!preferences) return {}
  const format = preferredFormat(preferences.defaultOutputFormat)
  const quality = preferences.defaultQuality / 100
  return {
    ...(format ? { outputFormat: format } : {}),
    ...(quality >= 0.1 && quality <= 1 ? { compressionQuality: quality } : {}),
    prefix: preferences.defaultPrefix ?? '',
    suffix: preferences.defaultSuffix ?? '',
    // Settings that were kept by an earlier version have no language.
    ...(preferences.defaultLanguage ? { language: preferences.defaultLanguage } : {}),
  }
}
