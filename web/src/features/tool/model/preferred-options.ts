// What a signed-in person's saved preferences fill in before anything is changed: format, quality, prefix,
// suffix, language, own words and the style of names.
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
    ...ownWords(preferences),
  }
}

/** Settings that were kept by an earlier version have none. */
function ownWords(preferences: Preferences): Partial<ProcessingOptions> {
  return {
    preferredWords: preferences.defaultPreferredWords ?? '',
    forbiddenWords: preferences.defaultForbiddenWords ?? '',
    addedKeywords: preferences.defaultAddedKeywords ?? '',
    maxKeywords: preferences.defaultMaxKeywords ?? 0,
    maxWords: preferences.defaultMaxWords ?? 0,
    namePattern: preferences.defaultNamePattern ?? '',
    separator: preferences.defaultSeparator ?? 'hyphen',
  }
}
