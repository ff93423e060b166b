// How long AVIF will take: its encoder is many times slower than the others, so the time is said before a run.
import type { ProcessingOptions } from '@/api/types'
import { plural, t } from '@/lib/messages'
import { outputPixels } from './estimate'
import type { BatchImage } from './image'

/** Processor time of one worker for a megapixel: small images are searched more thoroughly (`formats/heif/encode.rs`). */
const SECONDS = { small: 6, large: 3 }
const MOST_SMALL_PIXELS = 2.5e6
/** Less is not worth a word. */
const LEAST_SECONDS = 5
/** A largest file size is found by trying qualities. */
const TRIES_FOR_A_SIZE = 7

/** Whole seconds for the batch; 0 where nothing becomes AVIF. */
export function avifSeconds(images: readonly BatchImage[], options: ProcessingOptions, workers: number): number {
  if (!options.convertFormat || options.outputFormat !== 'avif') return 0
  const seconds = images.map((image) => secondsOf(outputPixels(image, options)))
  const sum = seconds.reduce((total, one) => total + one, 0)
  // One image is the work of one worker.
  const busiest = Math.max(sum / Math.max(1, workers), ...seconds, 0)
  const tries = options.enableCompression && options.targetSizeKb ? TRIES_FOR_A_SIZE : 1
  return Math.round(busiest * tries)
}

function secondsOf(pixels: number): number {
  return (pixels / 1e6) * (pixels <= MOST_SMALL_PIXELS ? SECONDS.small : SECONDS.large)
}

/** "AVIF takes longer than other formats: about 2 minutes for this batch." */
export function avifTimeSentence(seconds: number): string | undefined {
  if (seconds < LEAST_SECONDS) return undefined
  const time =
    seconds < 90
      ? plural(seconds, { one: '# second', other: '# seconds' })
      : plural(Math.round(seconds / 60), { one: '# minute', other: '# minutes' })
  return t`AVIF takes longer than other formats: about ${time} for this batch.`
}
