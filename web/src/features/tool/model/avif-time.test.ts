import { beforeAll, expect, test } from 'vitest'
import type { ProcessingOptions } from '@/api/types'
import { image, inspection } from '../testing/images'
import { realRules } from '../testing/rules'
import { avifSeconds, avifTimeSentence } from './avif-time'

let avif: ProcessingOptions
beforeAll(async () => {
  avif = { ...(await realRules()).defaults, convertFormat: true, outputFormat: 'avif' }
})

const photo = (name: string) => image(name, { inspection: inspection({ width: 4000, height: 3000 }) })
const photos = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map(photo)

test('workers share the images, but not one image', () => {
  const alone = avifSeconds(photos.slice(0, 1), avif, 4)
  expect(alone).toBeGreaterThan(0)
  expect(avifSeconds(photos, avif, 4)).toBe(alone)
  expect(avifSeconds(photos, avif, 1)).toBe(4 * alone)
})

test('smaller results take less, a largest file size takes more, other formats need no word', () => {
  const whole = avifSeconds(photos, avif, 1)
  const half = { ...avif, resizeImages: true, maxWidth: 2000, maxHeight: 0 }
  expect(avifSeconds(photos, half, 1)).toBe(whole / 4)
  const quarter = { ...half, maxWidth: 1000 }
  expect(avifSeconds(photos, quarter, 1)).toBe(whole / 8)
  expect(avifSeconds(photos, { ...avif, enableCompression: true, targetSizeKb: 100 }, 1)).toBeGreaterThan(5 * whole)
  expect(avifSeconds(photos, { ...avif, outputFormat: 'webp' }, 1)).toBe(0)
  expect(avifSeconds([], avif, 1)).toBe(0)
})

test('the time is said in seconds or minutes, and a short one not at all', () => {
  expect(avifTimeSentence(3)).toBeUndefined()
  expect(avifTimeSentence(12)).toBe('AVIF takes longer than other formats: about 12 seconds for this batch.')
  expect(avifTimeSentence(200)).toBe('AVIF takes longer than other formats: about 3 minutes for this batch.')
})
