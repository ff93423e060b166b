import { expect, test, vi } from 'vitest'
import { dataUrlBlob, lastOne } from './data-url'

test('a data URL becomes its bytes and type', async () => {
  const blob = dataUrlBlob(`data:image/png;base64,${btoa('\x89PNG\xff\x00')}`)
  expect(blob.type).toBe('image/png')
  expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([0x89, 0x50, 0x4e, 0x47, 0xff, 0])
})

test('the same image is decoded once, another one anew', () => {
  const make = vi.fn((text: string) => ({ text }))
  const kept = lastOne(make)
  expect(kept('a')).toBe(kept('a'))
  expect(kept('b').text).toBe('b')
  expect(make).toHaveBeenCalledTimes(2)
})
