import { expect, test, vi } from 'vitest'
import { UsageLimitReached } from '../naming/suggest-name'
import { deviceNamer } from './name-on-device'

const request = { image: new Blob(['small']), originalName: 'DSC_1.JPG', fileHash: 'abc', context: 'a walk' }
const words = {
  model: 'quick' as const,
  confidence: 0.9,
  altText: 'A beagle dog.',
  keywords: ['dog'],
  fingerprint: '0f',
  contextUsed: false,
}
const seen = { ...words, bland: false, name: 'beagle-dog', alternatives: ['dog'], parts: [], source: 'embedded' }
const signal = new AbortController().signal
const never = () => {
  throw new Error('nothing is owed here')
}
const counted = () => vi.fn(async (_path: string, _init: RequestInit) => Response.json({ dailyFiles: 1 }))

test('an image is described here and only counted there', async () => {
  const describe = vi.fn(async () => seen)
  const send = counted()
  const named = await deviceNamer(describe, send, never)(request, signal)
  expect(named).toEqual({ suggestedName: 'beagle-dog', alternatives: ['dog'], provider: 'device', seen: words })
  expect(describe).toHaveBeenCalledWith(request.image, 'a walk', { language: 'en', keepAccents: false }, signal)
  expect(send).toHaveBeenCalledTimes(1)
  const [path, init] = send.mock.calls[0] as [string, RequestInit]
  expect([path, init.body]).toEqual(['/api/v1/ai/count', '{"files":1}'])
})

test('an image that gets no name is not counted', async () => {
  const send = counted()
  const stopped = async () => Promise.reject(new Error('The naming model stopped at this image.'))
  await expect(deviceNamer(stopped, send, never)(request, signal)).rejects.toThrow('stopped at this image')
  expect(send).not.toHaveBeenCalled()
})

test('a reached limit is the same answer as for any other name', async () => {
  const title = 'Daily limit exceeded. You can process 0 more files today.'
  const send = async () => Response.json({ code: 'daily_limit', title }, { status: 429 })
  const named = deviceNamer(async () => seen, send, never)(request, signal)
  await expect(named).rejects.toThrow(UsageLimitReached)
  await expect(named).rejects.toThrow(title)
})

test('without the server the name is owed, and a name that may not be owed is not used', async () => {
  const send = async () => Promise.reject(new TypeError('Failed to fetch'))
  const owe = vi.fn()
  expect(await deviceNamer(async () => seen, send, owe)(request, signal)).toMatchObject({ suggestedName: 'beagle-dog' })
  expect(owe).toHaveBeenCalledTimes(1)
  owe.mockImplementation(() => {
    throw new UsageLimitReached('Daily limit exceeded.')
  })
  await expect(deviceNamer(async () => seen, send, owe)(request, signal)).rejects.toThrow(UsageLimitReached)
})
