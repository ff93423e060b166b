import { expect, test, vi } from 'vitest'
import { UsageLimitReached } from '../process/suggest-name'
import { deviceNamer } from './name-on-device'

const request = { image: new Blob(['small']), originalName: 'DSC_1.JPG', fileHash: 'abc', context: 'a walk' }
const words = { confidence: 0.9, altText: 'A beagle dog.', keywords: ['dog'], fingerprint: '0f' }
const seen = { ...words, name: 'beagle-dog', alternatives: ['dog'], parts: [], source: 'embedded' }
const signal = new AbortController().signal
const counted = () => vi.fn(async (_path: string, _init: RequestInit) => Response.json({ dailyFiles: 1 }))

test('a picture is described here and only counted there', async () => {
  const describe = vi.fn(async () => seen)
  const send = counted()
  const named = await deviceNamer(describe, send)(request, signal)
  expect(named).toEqual({ suggestedName: 'beagle-dog', alternatives: ['dog'], provider: 'device', seen: words })
  expect(describe).toHaveBeenCalledWith(request.image, 'a walk', signal)
  expect(send).toHaveBeenCalledTimes(1)
  const [path, init] = send.mock.calls[0] as [string, RequestInit]
  expect([path, init.body]).toEqual(['/api/v1/ai/count', '{"files":1}'])
})

test('a picture that gets no name is not counted', async () => {
  const send = counted()
  const stopped = async () => Promise.reject(new Error('The naming model stopped at this picture.'))
  await expect(deviceNamer(stopped, send)(request, signal)).rejects.toThrow('stopped at this picture')
  expect(send).not.toHaveBeenCalled()
})

test('a reached limit is the same answer as for any other name', async () => {
  const title = 'Daily limit exceeded. You can process 0 more files today.'
  const send = async () => Response.json({ code: 'daily_limit', title }, { status: 429 })
  const named = deviceNamer(async () => seen, send)(request, signal)
  await expect(named).rejects.toThrow(UsageLimitReached)
  await expect(named).rejects.toThrow(title)
})

test('without the server there is no count and no name, and the reason is clear', async () => {
  const send = async () => Promise.reject(new TypeError('Failed to fetch'))
  const named = deviceNamer(async () => seen, send)(request, signal)
  await expect(named).rejects.toThrow('The server that counts names cannot be reached')
})
