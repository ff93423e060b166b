// The formats as the page writes them. Their list is the engine's: one that is missing here does not compile.
import type { PictureFormat } from '../api/types'

const ENDINGS: Record<PictureFormat, string[]> = {
  jpeg: ['.jpg', '.jpeg'],
  png: ['.png'],
  webp: ['.webp'],
  gif: ['.gif'],
  bmp: ['.bmp'],
  heic: ['.heic', '.heif'],
  avif: ['.avif'],
  tiff: ['.tiff', '.tif'],
  jxl: ['.jxl'],
  raw: ['.dng', '.cr2', '.cr3', '.nef', '.arw', '.raf', '.orf', '.rw2'],
}

/** RAW files have as many media types as makers; one of them stands for all. */
const mediaType = (format: string) => `image/${format === 'raw' ? 'x-adobe-dng' : format}`

/** Media types with the endings of their files, as a web app's manifest has them. */
export const MEDIA_TYPES: Record<string, string[]> = Object.fromEntries(
  Object.entries(ENDINGS).map(([format, endings]) => [mediaType(format), endings]),
)

/** What the file dialog offers. */
export const ACCEPTED = Object.entries(MEDIA_TYPES).flatMap(([type, endings]) => [type, ...endings])

/** The formats for people: the first ending of each. */
export const FORMAT_NAMES = Object.values(ENDINGS).map(([ending = '']) => ending.slice(1))

/** The ending of an image's name. */
export const IMAGE_ENDING = new RegExp(`(${Object.values(ENDINGS).flat().join('|').replaceAll('.', '\\.')})$`, 'i')
