// In which language and letters names are made. What was stored before there were languages is plain English.
import type { Language, ProcessingOptions } from '@/api/types'

export interface Spelling {
  language: Language
  keepAccents: boolean
}

export const ENGLISH: Spelling = { language: 'en', keepAccents: false }

export function spellingOf(options: Partial<ProcessingOptions>): Spelling {
  return { language: options.language ?? 'en', keepAccents: options.keepAccents ?? false }
}

/** What tells a spelling from others in the keys of caches; empty for plain English. Nobody types its first sign as a context. */
export function markOf({ language, keepAccents }: Spelling): string {
  const accents = keepAccents ? '+' : ''
  return language === 'en' && !keepAccents ? '' : `\u0001${language}${accents}`
}
