import { beforeAll, expect, test } from 'vitest'
import type { ProcessingOptions } from '@/api/types'
import { realRules } from '../testing/rules'
import { watermarkKey } from './use-watermark'

let options: ProcessingOptions
beforeAll(async () => {
  options = { ...(await realRules()).defaults, enableTextWatermark: true, textWatermark: 'Mark' }
})

test('empty text and no image draw nothing', () => {
  expect(watermarkKey({ ...options, textWatermark: '  ' })).toBeNull()
  expect(watermarkKey({ ...options, enableTextWatermark: false, enableImageWatermark: true })).toBeNull()
  expect(watermarkKey({ ...options, enableTextWatermark: false })).toBeNull()
})

test('only what shows in the image asks for a new drawing', () => {
  const before = watermarkKey(options)
  expect(watermarkKey({ ...options, prefix: 'x', customTitle: 'y', compressionQuality: 0.3 })).toBe(before)
  expect(watermarkKey({ ...options, textWatermarkOpacity: 0.3 })).not.toBe(before)
  expect(watermarkKey({ ...options, resizeImages: true })).not.toBe(before)
})
