import { expect, test, vi } from 'vitest'
import { realRules } from '../testing/rules'
import { lightRules, withoutImages } from './use-rules'

test('the watermark image never crosses into the rules and comes back as it was', async () => {
  const real = await realRules()
  const spy = vi.spyOn(real, 'coerceOptions')
  const rules = withoutImages(real)
  const options = { ...real.defaults, prefix: 'x', imageWatermarkFile: 'data:image/png;base64,AAAA' }
  const { options: coerced, notes } = rules.coerceOptions(options, 'guest')
  expect(spy.mock.calls[0]?.[0].imageWatermarkFile).toBeNull()
  expect(coerced).toMatchObject({ prefix: '', imageWatermarkFile: options.imageWatermarkFile })
  expect(notes).toHaveLength(1)
})

test('rules that cannot be loaded are not asked for again with every drawing', async () => {
  const load = vi.fn(async () => Promise.reject(new Error('404')))
  for (let drawing = 0; drawing < 5; drawing += 1) await expect(lightRules(load)).rejects.toThrow('404')
  expect(load).toHaveBeenCalledTimes(1)
})
