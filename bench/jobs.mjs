// The jobs of the benchmark, what each asks of the engine, and the goals they are held against.

const RESIZE = { resizeImages: true, maxWidth: 1920, maxHeight: 1080 }
const QUALITY = { enableCompression: true, compressionQuality: 0.8 }
const JPEG = { convertFormat: true, outputFormat: 'jpeg', ...QUALITY }
const AVIF = { convertFormat: true, outputFormat: 'avif', ...QUALITY }
const WEBP = { convertFormat: true, outputFormat: 'webp', ...QUALITY }

export const TEXT = '© Anna Lee 2026'
export const TEXT_SIZE = 40
// Our sizes are in proportion to the width: 24 is 3 % of it.
const MARK = { enableTextWatermark: true, textWatermark: TEXT, textWatermarkFontSize: (TEXT_SIZE * 24) / (1920 * 0.03) }

/** `box`: the result fits into it; without one the size stays. `options` without a value: the engine's thumbnail call. */
export const JOBS = {
  'jpeg-jpeg-1080': { source: 'jpeg', to: 'jpeg', box: [1920, 1080], options: { ...JPEG, ...RESIZE } },
  'jpeg-watermark': {
    source: 'jpeg',
    to: 'jpeg',
    box: [1920, 1080],
    text: TEXT,
    options: { ...JPEG, ...RESIZE, ...MARK },
  },
  'jpeg-webp': { source: 'jpeg', to: 'webp', box: [1920, 1080], options: { ...WEBP, ...RESIZE } },
  // No browser's canvas writes AVIF: natively alone.
  'jpeg-avif': { source: 'jpeg', to: 'avif', box: [1920, 1080], options: { ...AVIF, ...RESIZE }, native: true },
  'jpeg-full': { source: 'jpeg', to: 'jpeg', options: JPEG },
  'png-webp': { source: 'png', to: 'webp', options: WEBP },
  // Flat, dark, gradient and text images: bytes and quality count here, not speed.
  'smooth-webp': { source: 'smooth', to: 'webp', options: WEBP },
  'smooth-jpeg': { source: 'smooth', to: 'jpeg', options: JPEG },
  // With a mark: without a change our engine would hand the file back as it is, and that is no race.
  'png-png': {
    source: 'png',
    to: 'png',
    text: TEXT,
    options: { convertFormat: true, outputFormat: 'png', ...MARK },
  },
  'png-png-1080': {
    source: 'png',
    to: 'png',
    box: [1920, 1080],
    options: { convertFormat: true, outputFormat: 'png', ...RESIZE },
  },
  thumbnail: { source: 'jpeg', to: 'jpeg', box: [256, 256], side: 256 },
}

/** How many times faster we want to be; peers and jobs without a goal are shown all the same. */
export const GOALS = {
  sharp: {
    'jpeg-jpeg-1080': 2,
    'jpeg-watermark': 3,
    'jpeg-webp': 1.5,
    'jpeg-full': 2,
    'png-webp': 1.3,
    'png-png': 4,
    thumbnail: 2,
  },
  canvas: { 'jpeg-jpeg-1080': 2, 'jpeg-watermark': 2, 'jpeg-full': 2, thumbnail: 2, 'jpeg-webp': 1.3, 'png-webp': 1.3 },
  'wasm-vips': Object.fromEntries(Object.keys(JOBS).map((job) => [job, 4])),
  jsquash: {},
}

/** The size inside the box, never larger than the source. */
export function fit([width, height], box) {
  if (!box) return [width, height]
  const scale = Math.min(1, box[0] / width, box[1] / height)
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
