import { expect, test, vi } from 'vitest'
import { loadPart, PartMissing } from './load-part'

const pause = vi.fn(async () => {})

test('a part that comes at the second try is as good as any', async () => {
  const load = vi.fn(async () => 'part').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await loadPart(load, pause)).toBe('part')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a part that never comes is asked for three times and then missing', async () => {
  const load = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(loadPart(load, pause)).rejects.toThrow(PartMissing)
  expect(load).toHaveBeenCalledTimes(3)
})
