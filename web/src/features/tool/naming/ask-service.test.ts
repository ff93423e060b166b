import { readFileSync } from 'node:fs'
import { beforeAll, expect, test, vi } from 'vitest'
import { Instance } from '@/engine/abi'
import { type Services, servicesOf } from '@/engine/services'
import { serviceNamer } from './ask-service'
import { NoReply, type Posted } from './messenger'
import { OWN_SERVICES, type ReadyService, readyService } from './own-services'

const KEY = 'sk-own-0123456789'
let services: Services
beforeAll(async () => {
  services = servicesOf(await Instance.open(await WebAssembly.compile(readFileSync('src/engine/pkg/services.wasm'))))
})

const openai = readyService('openai', { openai: { key: KEY, model: '' } }) as ReadyService
const ASK = {
  image: new Blob(['image'], { type: 'image/jpeg' }),
  originalName: 'a.jpg',
  fileHash: 'h',
  context: 'our dog',
}
const reply = (status: number, body: object | string, retryAfter = 0): Posted => ({
  status,
  retryAfter,
  bytes: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
})
const says = (content: string) => reply(200, { choices: [{ message: { content } }] })
const FOX = says('{"fileName":"Red_Fox.jpg","altText":"A fox.","keywords":["fox"],"alternatives":["fox"]}')
const never = new AbortController().signal

const GERMAN = { language: 'de', keepAccents: false } as const
const DOG = says('{"fileName":"dog-on-the-beach","altText":"A dog with the ball on the beach."}')
const HUND = says('{"fileName":"hund-am-strand","altText":"Ein Hund mit einem Ball am Strand.","certainty":0.4}')

function namerWith(...replies: (Posted | Error)[]) {
  const post = vi.fn(async (_: { url: string; headers: [string, string][]; body: string }) => {
    const next = replies.length > 1 ? replies.shift() : replies[0]
    if (!next || next instanceof Error) throw next
    return next
  })
  const [wait, refused] = [vi.fn(async () => undefined), vi.fn()]
  const suggest = serviceNamer(openai, { services: async () => services, post, refused, wait })
  const inGerman = () => suggest({ ...ASK, spelling: GERMAN }, never)
  return { post, wait, refused, ask: () => suggest(ASK, never), inGerman }
}

test('the table of services is the one that requests are made from', () => {
  const shown = OWN_SERVICES.map(({ id, label, model }) => ({ id, label, model }))
  expect(services.known().map(({ id, label, model }) => ({ id, label, model }))).toEqual(shown)
})

test('the request goes to the service with the key in a header, and the answer is cleaned', async () => {
  const { ask, post } = namerWith(FOX)
  const named = await ask()
  expect(named).toMatchObject({ suggestedName: 'red-fox', provider: 'openai', seen: { altText: 'A fox.' } })
  const sent = post.mock.calls[0]?.[0]
  expect(sent?.url).toBe('https://api.openai.com/v1/chat/completions')
  expect(sent?.headers).toContainEqual(['authorization', `Bearer ${KEY}`])
  expect(sent?.body).toContain('our dog')
  expect(sent?.body).not.toContain(KEY)
})

test('an answer in another language is asked for once more; without a second one the first is used', async () => {
  const { inGerman, post } = namerWith(DOG, HUND)
  expect(await inGerman()).toMatchObject({ suggestedName: 'hund-am-strand', seen: { confidence: 0.4 } })
  const bodies = post.mock.calls.map(([{ body }]) => body.includes('Your last answer was not in German'))
  expect(bodies).toEqual([false, true])
  const stubborn = namerWith(DOG)
  expect((await stubborn.inGerman()).suggestedName).toBe('dog-on-the-beach')
  expect(stubborn.post).toHaveBeenCalledTimes(2)
  const gone = namerWith(DOG, reply(401, {}))
  expect((await gone.inGerman()).suggestedName).toBe('dog-on-the-beach')
  expect(gone.refused).not.toHaveBeenCalled()
})

test('how sure the service is comes with the name, and what is no number is unknown', async () => {
  const sure = async (certainty: unknown) => {
    const { ask } = namerWith(says(JSON.stringify({ fileName: 'red-fox', altText: '', certainty })))
    return (await ask()).seen.confidence
  }
  expect([await sure(0.35), await sure(35)].map((said) => said?.toFixed(2))).toEqual(['0.35', '0.35'])
  for (const lie of ['very', null, -1, 400, [1], {}]) expect(await sure(lie)).toBeNull()
  const food = await namerWith(says('{"fileName":"plate of food","certainty":1}')).ask()
  expect(food.seen).toMatchObject({ confidence: 1, bland: true })
})

test('a busy service is asked again after the time it names, or after longer and longer', async () => {
  const { ask, wait } = namerWith(reply(429, {}, 7), reply(429, {}), reply(503, '<html>'), FOX)
  expect((await ask()).suggestedName).toBe('red-fox')
  expect(wait.mock.calls.map(([ms]: unknown[]) => ms)).toEqual([7000, 2000, 4000])
})

test('a refused key is said once, without the key, and nothing is sent after it', async () => {
  const { ask, post, refused } = namerWith(reply(401, { error: { message: `Incorrect API key: ${KEY}` } }))
  await expect(ask()).rejects.toThrow('OpenAI does not accept your key')
  await expect(ask()).rejects.toThrow('OpenAI does not accept your key')
  expect(post).toHaveBeenCalledTimes(1)
  expect(refused).toHaveBeenCalledTimes(1)
  expect(JSON.stringify(refused.mock.calls)).not.toContain(KEY)
})

test('a service that keeps failing is left alone for the rest of the run', async () => {
  const { ask, post } = namerWith(new NoReply(true))
  for (let image = 0; image < 5; image++) await expect(ask()).rejects.toThrow('OpenAI did not answer in time')
  expect(post).toHaveBeenCalledTimes(3 * 2)
})

test('other failures say what the service says, and a cut-off answer still has its name', async () => {
  const gone = namerWith(reply(404, { error: { message: 'The model gpt-x does not exist' } }))
  await expect(gone.ask()).rejects.toThrow('OpenAI API error: 404 - The model gpt-x does not exist')
  expect(gone.post).toHaveBeenCalledTimes(1)
  expect((await namerWith(says('{"fileName":"red-fox","altText":"A fo')).ask()).suggestedName).toBe('red-fox')
  await expect(namerWith(says('{"fileNa')).ask()).rejects.toThrow('AI generated invalid filename')
})

test('cancelled, it ends at once', async () => {
  const stop = new AbortController()
  const post = vi.fn(
    () => new Promise<Posted>((_, reject) => stop.signal.addEventListener('abort', () => reject(new NoReply(false)))),
  )
  const suggest = serviceNamer(openai, { services: async () => services, post, refused: () => undefined })
  const asked = suggest(ASK, stop.signal)
  await vi.waitFor(() => expect(post).toHaveBeenCalled())
  stop.abort(new Error('stopped'))
  await expect(asked).rejects.toThrow('stopped')
})

test('without a key a service is not ready', () => {
  expect(readyService('openai', {})).toBeUndefined()
  expect(readyService('evil', { evil: { key: 'k', model: '' } })).toBeUndefined()
  expect(readyService('openai', { openai: { key: 'k', model: 'gpt-5' } })?.model).toBe('gpt-5')
})
