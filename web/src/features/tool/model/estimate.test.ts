import { beforeAll, expect, test } from 'vitest'
import type { ProcessingOptions } from '@/api/types'
import type { Facts } from '@/engine'
import { image, inspection, processed } from '../testing/images'
import { realRules } from '../testing/rules'
import type { Tried } from './comparison-store'
import { estimatedBytes, estimatedTotal } from './estimate'
import type { BatchImage } from './image'

let defaults: ProcessingOptions
beforeAll(async () => {
  defaults = (await realRules()).defaults
})

const file = (bytes: number) => new File([new Uint8Array(bytes)], 'x.jpg')
const sized = (name: string, bytes: number, width: number, height: number, change = {}): BatchImage =>
  image(name, { file: file(bytes), inspection: inspection({ width, height, ...change }) })
const trial = (of: BatchImage, bytes: number, facts: Partial<Facts>): Tried => {
  const { facts: all } = processed('', facts)
  return { image: of, output: file(bytes), facts: all }
}

const first = sized('a.jpg', 4000, 100, 100)

test('the image that was tried has its own size', () => {
  expect(estimatedBytes(first, trial(first, 777, { width: 100, height: 100 }), defaults)).toBe(777)
})

test('an image that took more bytes before takes more after', () => {
  const tried = trial(first, 1000, { width: 100, height: 100 })
  expect(estimatedBytes(sized('b.jpg', 8000, 100, 100), tried, defaults)).toBe(2000)
  expect(estimatedBytes(sized('c.jpg', 16000, 200, 200), tried, defaults)).toBe(4000)
})

test('another format before says nothing: only the pixels count', () => {
  const tried = trial(first, 1000, { width: 100, height: 100 })
  expect(estimatedBytes(sized('b.png', 90_000, 200, 100, { format: 'png' }), tried, defaults)).toBe(2000)
})

test('images are shrunk into the box, sideways ones turned first, and none is enlarged', () => {
  const options = { ...defaults, resizeImages: true, maxWidth: 50, maxHeight: 0 }
  const tried = trial(first, 250, { width: 50, height: 50 })
  expect(estimatedBytes(sized('b.jpg', 8000, 200, 100), tried, options)).toBe(Math.round((0.4 / 0.4) * 0.1 * 50 * 25))
  const sideways = sized('c.jpg', 8000, 200, 100, { orientation: 6 })
  expect(estimatedBytes(sideways, tried, options)).toBe(Math.round(0.1 * 50 * 100))
  expect(estimatedBytes(sized('d.jpg', 400, 20, 50), tried, options)).toBe(Math.round(0.1 * 20 * 50))
})

test('pixels that are not touched keep their size, and no file is larger than asked for', () => {
  const kept = trial(first, 4000, { width: 100, height: 100, reencoded: false })
  expect(estimatedBytes(sized('b.jpg', 8000, 100, 100), kept, defaults)).toBe(8000)
  const capped = { ...defaults, enableCompression: true, targetSizeKb: 1 }
  const tried = trial(first, 1000, { width: 100, height: 100 })
  expect(estimatedBytes(sized('b.jpg', 80_000, 100, 100), tried, capped)).toBe(1024)
})

test('the batch is the sum of its images', () => {
  const tried = trial(first, 1000, { width: 100, height: 100 })
  const images = [first, sized('b.jpg', 8000, 100, 100)]
  expect(estimatedTotal(images, tried, defaults)).toEqual({ before: 12_000, after: 3000 })
})
