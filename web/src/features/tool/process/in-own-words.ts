// What a model said, with the person's preferred words and without forbidden ones. The cache keeps what it said.
import type { ProcessingOptions } from '@/api/types'
import type { Rules } from '@/engine/rules'
import type { BatchImage } from '../model/image'
import { sceneOf } from '../model/scene'
import type { Seen } from '../model/seen'

/** A name as a model gave it. */
export interface Name {
  words: string
  alternatives: string[]
  seen: Seen
}

/** Where every word is forbidden, the old name is left. */
export function inOwnWords(
  { words, alternatives, seen }: Name,
  { name: original, inspection }: Pick<BatchImage, 'name' | 'inspection'>,
  options: ProcessingOptions,
  rules: Pick<Rules, 'ownWords' | 'cleanOriginal'>,
): Name {
  const { altText, keywords } = seen
  const said = rules.ownWords({ name: words, alternatives, altText, keywords }, options, sceneOf(inspection))
  return {
    words: said.name || rules.cleanOriginal(original),
    alternatives: said.alternatives,
    seen: { ...seen, altText: said.altText, keywords: said.keywords },
  }
}
