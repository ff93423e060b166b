// What a recipe does, in a few words for lists: "WebP", "at most 1600 x 1600", "text watermark". Nothing special: nothing said.
import type { ProcessingOptions } from '../api/types'
import { OUTPUT_LABELS } from './output-formats'

export function recipeWords(options: Partial<ProcessingOptions>): string[] {
  const words: (string | false | undefined)[] = [
    formatWord(options),
    options.resizeImages && `at most ${options.maxWidth} x ${options.maxHeight}`,
    options.enableCompression && `quality ${Math.round((options.compressionQuality ?? 0) * 100)}`,
    options.enableTextWatermark && 'text watermark',
    options.enableImageWatermark && 'image watermark',
    options.removeMetadata && 'metadata removed',
    options.addCustomMetadata && 'own metadata',
    ...nameWords(options),
  ]
  return words.filter((word): word is string => Boolean(word))
}

function formatWord({ convertFormat, outputFormat }: Partial<ProcessingOptions>): string | undefined {
  return convertFormat && outputFormat && outputFormat !== 'original' ? OUTPUT_LABELS[outputFormat] : undefined
}

/** Names that are kept are kept whole: nothing is put around them. */
function nameWords({ keepNames, namePattern, prefix, suffix }: Partial<ProcessingOptions>): (string | undefined)[] {
  if (keepNames) return ['names kept']
  return [
    namePattern ? 'name pattern' : undefined,
    prefix ? `${prefix}-…` : undefined,
    suffix ? `…-${suffix}` : undefined,
  ]
}
