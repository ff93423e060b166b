import { expect, test, vi } from 'vitest'
import { NOTHING_SEEN } from '../model/seen'
import { nameSuggester, UsageLimitReached } from './suggest-name'

const request = { image: new Blob(['small']), originalName: 'DSC_1.JPG', fileHash: 'abc', context: '' }
const answer = { success: true, suggestedName: 'beagle-dog', alternatives: ['dog'], provider: 'embedded', error: null }
const signal = new AbortController().signal

test('the image travels as a form, with context only when there is one', async () => {
  const send = vi.fn(async () => Response.json(answer))
  const named = await nameSuggester(send)({ ...request, context: 'a wedding' }, signal)
  expect(named).toEqual({
    suggestedName: 'beagle-dog',
    alternatives: ['dog'],
    provider: 'embedded',
    seen: NOTHING_SEEN,
  })
  const [path, init] = send.mock.calls[0] as unknown as [string, RequestInit]
  expect(path).toBe('/api/v1/ai/suggest-name')
  const form = init.body as FormData
  expect([form.get('originalName'), form.get('fileHash')]).toEqual(['DSC_1.JPG', 'abc'])
  expect([form.get('contextMode'), form.get('context')]).toEqual(['custom', 'a wedding'])
  await nameSuggester(send)(request, signal)
  const second = (send.mock.calls[1] as unknown as [string, RequestInit])[1].body as FormData
  expect([second.get('contextMode'), second.get('context')]).toEqual(['auto', null])
})

test('the language travels only when it is not plain English', async () => {
  const send = vi.fn(async () => Response.json(answer))
  const sent = async (spelling?: { language: 'en' | 'de'; keepAccents: boolean }) => {
    await nameSuggester(send)({ ...request, spelling }, signal)
    const form = (send.mock.calls.at(-1) as unknown as [string, RequestInit])[1].body as FormData
    return [form.get('language'), form.get('keepAccents')]
  }
  expect(await sent()).toEqual([null, null])
  expect(await sent({ language: 'en', keepAccents: false })).toEqual([null, null])
  expect(await sent({ language: 'de', keepAccents: true })).toEqual(['de', 'true'])
})

test.each(['daily_limit', 'monthly_limit', 'guest_limit'])('%s is an answer of its own', async (code) => {
  const send = vi.fn(async () => Response.json({ code, title: 'Daily limit exceeded.' }, { status: 429 }))
  await expect(nameSuggester(send)(request, signal)).rejects.toThrow(UsageLimitReached)
  expect(send).toHaveBeenCalledTimes(1)
})

test('a busy server is asked again after the time it names', async () => {
  const waits: number[] = []
  const busy = () => new Response('{}', { status: 503, headers: { 'retry-after': '3' } })
  const send = vi
    .fn()
    .mockImplementationOnce(async () => busy())
    .mockImplementation(async () => Response.json(answer))
  const named = await nameSuggester(send, async (ms) => void waits.push(ms))(request, signal)
  expect(named.suggestedName).toBe('beagle-dog')
  expect(waits).toEqual([3000])
})

test('it gives up in the end with the server’s sentence', async () => {
  const send = vi.fn(async () => Response.json({ title: 'Too many requests' }, { status: 429 }))
  await expect(nameSuggester(send, async () => {})(request, signal)).rejects.toThrow('Too many requests')
  expect(send).toHaveBeenCalledTimes(4)
})

test('an answer without a name is an error with its reason', async () => {
  const send = async () => Response.json({ success: false, suggestedName: null, error: 'No response from Gemini API' })
  await expect(nameSuggester(send)(request, signal)).rejects.toThrow('No response from Gemini API')
})
