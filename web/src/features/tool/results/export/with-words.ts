// Name, alt text and keywords written into an image's custom metadata, without touching its pixels. The person's own fields win.
import type { ProcessingOptions } from '@/api/types'
import type { Rules } from '@/engine/rules'
import type { ReadyRow } from '../../model/row'

type Process = (image: Blob, options: ProcessingOptions) => Promise<{ blob: Blob }>

/** The recipe that writes a row's words and nothing else; null when there are none. */
export function wordsRecipe(
  { seen, suggestedName, source }: Pick<ReadyRow, 'seen' | 'suggestedName' | 'source'>,
  rules: Pick<Rules, 'defaults' | 'withWords'>,
  own: ProcessingOptions,
): ProcessingOptions | null {
  const { altText, keywords } = seen
  if (!altText && keywords.length === 0) return null
  const { defaults } = rules
  const words = { name: source?.words ?? suggestedName, alt: altText, keywords }
  const typed = own.addCustomMetadata ? rules.withWords(own, words) : defaults
  const all = [...typed.customKeywords.split(','), ...keywords].map((word) => word.trim()).filter(Boolean)
  return {
    ...defaults,
    addCustomMetadata: true,
    customTitle: typed.customTitle || titleOf(suggestedName),
    customAltText: typed.customAltText || altText,
    customDescription: typed.customDescription || altText,
    customKeywords: [...new Set(all)].join(', '),
  }
}

/** "red-dog-on-grass" as people write it. */
function titleOf(name: string): string {
  const words = name.replace(/^.*\//, '').replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The image with its words inside; as it was where that fails, because an image without words is better than none. */
export async function withWords(
  row: ReadyRow,
  rules: Pick<Rules, 'defaults' | 'withWords'>,
  own: ProcessingOptions,
  process: Process,
): Promise<Blob> {
  const recipe = wordsRecipe(row, rules, own)
  if (!recipe) return row.output
  try {
    return (await process(row.output, recipe)).blob
  } catch {
    return row.output
  }
}
