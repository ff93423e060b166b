// What images can become, in the words of each screen. Their list is the rules': one that is missing here does not compile.
import { t } from '@/lib/messages'
import type { OutputFormat } from '../api/types'

/** As people write them. */
export const OUTPUT_LABELS: Record<OutputFormat, string> = {
  original: t`Original`,
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  avif: 'AVIF',
}

/** What the preferences can hold of them, in their own words: files say .jpg. */
const PREFERRED: Record<Exclude<OutputFormat, 'original'>, { value: string; label: string }> = {
  webp: { value: 'webp', label: 'WebP' },
  jpeg: { value: 'jpg', label: 'JPG' },
  png: { value: 'png', label: 'PNG' },
  avif: { value: 'avif', label: 'AVIF' },
}

export const PREFERRED_FORMATS = Object.values(PREFERRED)

/** The format that a word of the preferences means. */
export function preferredFormat(word: string): OutputFormat | undefined {
  const formats = Object.keys(PREFERRED) as (keyof typeof PREFERRED)[]
  return formats.find((format) => word === format || word === PREFERRED[format].value)
}
