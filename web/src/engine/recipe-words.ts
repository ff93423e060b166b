// What a recipe does, in a few words for lists: "WebP", "at most 1600 × 1600 px", "text watermark". Nothing special: nothing said.
import { LANGUAGES } from '@/lib/languages'
import { t } from '@/lib/messages'
import type { ProcessingOptions } from '../api/types'
import { OUTPUT_LABELS } from './output-formats'

export function recipeWords(options: Partial<ProcessingOptions>): string[] {
  const words: (string | false | undefined)[] = [
    formatWord(options),
    options.resizeImages && sizeWord(options),
    options.enableCompression && t`quality ${Math.round((options.compressionQuality ?? 0) * 100)} %`,
    options.enableCompression &&
      typeof options.pngQuality === 'number' &&
      (options.pngQuality === 1 ? t`PNG with all colours` : t`PNG quality ${Math.round(options.pngQuality * 100)} %`),
    options.enableCompression && options.jpegProgressive === false && t`JPEG not progressive`,
    options.enableTextWatermark && t`text watermark`,
    options.enableImageWatermark && t`image watermark`,
    options.removeMetadata && t`metadata removed`,
    options.addCustomMetadata && t`custom metadata`,
    ...nameWords(options),
  ]
  return words.filter((word): word is string => Boolean(word))
}

/** An empty side has no limit. */
function sizeWord({ maxWidth, maxHeight }: Partial<ProcessingOptions>): string | undefined {
  if (maxWidth && maxHeight) return t`at most ${maxWidth} × ${maxHeight} px`
  if (maxWidth) return t`at most ${maxWidth} px wide`
  return maxHeight ? t`at most ${maxHeight} px high` : undefined
}

function formatWord({ convertFormat, outputFormat }: Partial<ProcessingOptions>): string | undefined {
  return convertFormat && outputFormat && outputFormat !== 'original' ? OUTPUT_LABELS[outputFormat] : undefined
}

/** Names that are kept are kept whole: nothing is put around them. */
function nameWords(options: Partial<ProcessingOptions>): (string | undefined)[] {
  const { keepNames, namePattern, prefix, suffix, preferredWords, forbiddenWords, addedKeywords } = options
  if (keepNames) return [t`names kept`]
  const own = preferredWords || forbiddenWords || addedKeywords || options.maxWords || options.maxKeywords
  return [
    languageWord(options),
    own ? t`own words` : undefined,
    options.sayPlace ? t`says where` : undefined,
    options.sayPeople ? t`says who` : undefined,
    namePattern ? t`name pattern` : undefined,
    prefix?.trim() ? `${withHyphen(prefix.trim(), /[-_. ]$/, (text) => `${text}-`)}…` : undefined,
    suffix?.trim() ? `…${withHyphen(suffix.trim(), /^[-_. ]/, (text) => `-${text}`)}` : undefined,
  ]
}

/** English is what everybody gets: it is not said. */
function languageWord({ language }: Partial<ProcessingOptions>): string | undefined {
  return language && language !== 'en' ? LANGUAGES[language] : undefined
}

/** As in the name itself: what brings its own sign along gets no second one. */
function withHyphen(text: string, own: RegExp, join: (text: string) => string): string {
  return own.test(text) ? text : join(text)
}
