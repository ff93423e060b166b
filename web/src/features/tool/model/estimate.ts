// What a batch will weigh, estimated from one image that was tried. An estimate: images differ in how well they compress.
import type { ProcessingOptions } from '@/api/types'
import type { Tried } from './comparison-store'
import type { BatchImage } from './image'

const BYTES_PER_KB = 1024

/** The bytes that an image will have; exact for the one that was tried. */
export function estimatedBytes(image: BatchImage, tried: Tried, options: ProcessingOptions): number {
  const { output, facts } = tried
  if (image.id === tried.image.id) return output.size
  if (!facts.reencoded) return image.file.size
  const pixels = outputPixels(image, options)
  // The same format before: an image that took more bytes for its pixels takes more again. Else pixels are all there is.
  const before = tried.image
  const bytes =
    image.inspection.format === before.inspection.format
      ? (bytesPerPixel(image) / bytesPerPixel(before)) * (output.size / (facts.width * facts.height)) * pixels
      : (output.size / (facts.width * facts.height)) * pixels
  const most = options.enableCompression && options.targetSizeKb ? options.targetSizeKb * BYTES_PER_KB : Infinity
  return Math.round(Math.min(bytes, most))
}

interface Weights {
  before: number
  /** As far as the trial tells. */
  after: number
}

export function estimatedTotal(images: readonly BatchImage[], tried: Tried, options: ProcessingOptions): Weights {
  const sum = (of: (image: BatchImage) => number) => images.reduce((total, image) => total + of(image), 0)
  return { before: sum(({ file }) => file.size), after: sum((image) => estimatedBytes(image, tried, options)) }
}

function bytesPerPixel({ file, inspection }: BatchImage): number {
  return file.size / Math.max(1, inspection.width * inspection.height)
}

/** Images shrink into the box and never grow. Cameras' sideways images are turned before they are measured. */
export function outputPixels({ inspection }: BatchImage, options: ProcessingOptions): number {
  const { width, height, orientation } = inspection
  const [across, down] = orientation >= 5 ? [height, width] : [width, height]
  const shrink = (side: number, most: number) => (options.resizeImages && most > 0 ? Math.min(1, most / side) : 1)
  const scale = Math.min(shrink(across, options.maxWidth), shrink(down, options.maxHeight))
  return Math.max(1, Math.round(across * scale)) * Math.max(1, Math.round(down * scale))
}
