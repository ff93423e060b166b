// The whole new name of an image: the words, the pattern of the recipe, and the image's place in the batch.
import type { ProcessingOptions, SheetCell } from '@/api/types'
import type { Rules } from '@/engine/rules'
import { cameraOf } from './camera'
import type { BatchImage } from './image'
import { sceneOf } from './scene'

type Compose = Pick<Rules, 'composeName'>

/** What a row's names were made from. Kept, so that they can be made again for another place in the batch. */
export interface NameSource {
  words: string
  alternatives: readonly string[]
  /** Counted from 1. */
  place: number
  total: number
  /** What the image shows, in a word. */
  subject?: string | undefined
  /** The image's row of the sheet. */
  columns?: SheetCell[] | undefined
}

/** All names of an image as the recipe writes them; the first is its name. */
export function composedNames(image: BatchImage, source: NameSource, options: ProcessingOptions, rules: Compose) {
  return [source.words, ...source.alternatives].map((words) => composedName(image, words, source, options, rules))
}

function composedName(
  image: BatchImage,
  words: string,
  { place, total, subject = '', columns = [] }: Omit<NameSource, 'words' | 'alternatives'>,
  options: ProcessingOptions,
  rules: Compose,
): string {
  return rules.composeName({ ...partsOf(image), words, index: place, total, subject, columns }, options)
}

/** What a pattern may ask about an image, whatever its place in the batch. */
export function partsOf({ name, folder, inspection }: BatchImage) {
  const { takenAt, latitude, longitude } = inspection
  const scene = sceneOf(inspection)
  return { original: name, folder, takenAt, camera: cameraOf({ inspection }), latitude, longitude, scene }
}
