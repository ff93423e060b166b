// The whole new name of an image: the words, the pattern of the recipe, and the image's place in the batch.
import type { ProcessingOptions } from '@/api/types'
import type { Rules } from '@/engine/rules'
import { cameraOf } from './camera'
import type { BatchImage } from './image'

type Compose = Pick<Rules, 'composeName'>

/** What a row's names were made from. Kept, so that they can be made again for another place in the batch. */
export interface NameSource {
  words: string
  alternatives: readonly string[]
  /** Counted from 1. */
  place: number
  total: number
}

/** All names of an image as the recipe writes them; the first is its name. */
export function composedNames(image: BatchImage, source: NameSource, options: ProcessingOptions, rules: Compose) {
  return [source.words, ...source.alternatives].map((words) => composedName(image, words, source, options, rules))
}

function composedName(
  { name, inspection }: BatchImage,
  words: string,
  { place, total }: Pick<NameSource, 'place' | 'total'>,
  options: ProcessingOptions,
  rules: Compose,
): string {
  const { takenAt, latitude, longitude } = inspection
  const camera = cameraOf({ inspection })
  const parts = { words, original: name, index: place, total, takenAt, camera, latitude, longitude }
  return rules.composeName(parts, options)
}
