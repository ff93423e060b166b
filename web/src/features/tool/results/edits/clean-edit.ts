// What becomes of a name that a person types: the same form as the suggested ones, cleaned while typing.
import type { ProcessingOptions } from '@/api/types'
import { IMAGE_ENDING } from '@/engine/formats'
import type { Rules } from '@/engine/rules'
import { entryPath } from '../../model/final-names'

const SIGNS = { hyphen: '-', underscore: '_', space: ' ', none: '' } as const

/** The cleaned name without extension; empty when nothing is left. */
export function cleanEdit(
  text: string,
  options: ProcessingOptions,
  rules: Pick<Rules, 'composeName' | 'zipEntryName'>,
): string {
  // A slash leads into a folder only where names have folders.
  const folders = options.namePattern.includes('/')
  const stem = (folders ? text : text.replaceAll('/', ' ')).trim().replace(IMAGE_ENDING, '')
  if (!/[\p{L}\p{N}]/u.test(stem)) return ''
  const sign = SIGNS[options.separator]
  if (options.letterCase === 'title' || options.letterCase === 'camel') {
    // Capitals are the person's own here: only what a file name cannot hold goes.
    return entryPath(stem.replace(/\s+/g, sign), rules)
  }
  const words = sign === '_' ? stem.replaceAll('_', ' ') : stem
  // Also where the run keeps names: this one is new.
  const plain = { ...options, keepNames: false, prefix: '', suffix: '', namePattern: words.replace(/[{}]/g, ' ') }
  return rules.composeName({ words: '', original: '', index: 1, total: 1 }, plain)
}
