// Names made again by the larger model: one change, taken back by one undo, and nothing lost when it does not come.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Plan } from '@/api/types'
import { device } from '@/engine/device'
import type { Rules } from '@/engine/rules'
import { useDeviceStore } from '../device/device-store'
import { undo } from '../kept/undo'
import { useBatch } from '../model/batch-store'
import { useResults } from '../model/results-store'
import { emptyRow, type ResultRow } from '../model/row'
import { seenOf } from '../model/seen'
import { useSheet } from '../model/sheet-store'
import { namesCache } from '../naming/names-cache'
import { image, processed } from '../testing/images'
import { realRules } from '../testing/rules'
import { largerModel } from './better-models'
import { cancelNamingAgain, nameAgain, useNamingAgain } from './name-again'

vi.mock('@/engine', () => ({ engine: { modelInput: async () => processed('small'), sha256: async () => 'hash' } }))
vi.mock('@/engine/device', () => ({ device: { prepare: vi.fn(), describe: vi.fn() } }))

let rules: Rules
let plan: Plan
beforeAll(async () => {
  rules = await realRules()
  plan = rules.plans.find(({ tier }) => tier === 'professional') as Plan
})

const images = [image('a.jpg', { order: 0 }), image('b.jpg', { order: 1 })]
const QUICK = seenOf({ confidence: 0.4, altText: 'Food.', keywords: ['food'], bland: true, model: 'quick' })
const ids = images.map(({ id }) => id)
const file = (name: string) => ({ url: `/models/${name}?v=1`, bytes: 8 })
const FILES = [file('see.bin'), file('read.bin')]
const BEST = file('best.bin')
const again = (wanted: string[], model = largerModel(FILES, BEST, false)) =>
  nameAgain({ rules, person: { plan, signedIn: true, owner: 'u1', settled: true }, model, ids: wanted })
const names = () => useResults.getState().rows.map((row) => row.suggestedName)

function rowOf(at: number): ResultRow {
  const { id, file } = images[at] as (typeof images)[number]
  const source = { words: 'food', alternatives: [], place: at + 1, total: 2 }
  const name = { suggestedName: 'food', givenName: 'food', extension: 'jpg', source, seen: QUICK }
  return { ...emptyRow(id, file, ''), ...name, state: 'done', output: new Blob(['x']) }
}

beforeEach(() => {
  vi.mocked(device.prepare).mockReset().mockResolvedValue()
  const words = { parts: [], keywords: ['soup'], altText: 'A soup.', confidence: 0.9, contextUsed: null, bland: false }
  const seen = { ...words, alternatives: ['dish'], fingerprint: '', source: 'embedded', model: 'best' as const }
  let named = 0
  vi.mocked(device.describe)
    .mockReset()
    .mockImplementation(async () => ({ ...seen, name: ['tomato-soup', 'caesar-salad'][named++] ?? 'soup' }))
  const best = { best: BEST, bestModel: { phase: 'absent' } as const, better: false }
  useDeviceStore.setState({ files: FILES, ...best })
  useBatch.setState({ images, step: 'results' })
  useResults.getState().start([rowOf(0), rowOf(1)], rules.defaults)
  useNamingAgain.setState({ under: null, problem: null })
})

test('names, words and model are others afterwards; one undo gives all of them back', async () => {
  await again(ids)
  expect(names()).toEqual(['tomato-soup', 'caesar-salad'])
  expect(useResults.getState().rows[0]?.seen).toMatchObject({ altText: 'A soup.', model: 'best', confidence: 0.9 })
  expect(useNamingAgain.getState()).toEqual({ under: null, problem: null })
  expect(useDeviceStore.getState().better, 'the next run uses it too').toBe(true)
  expect(undo()?.label).toBe('Better names for 2 images')
  expect(names()).toEqual(['food', 'food'])
  expect(useResults.getState().rows[0]?.seen).toEqual(QUICK)
})

test('only the images that were asked for are named, and words written by hand stay', async () => {
  const [first, second] = useResults.getState().rows as [ResultRow, ResultRow]
  const own = { ...second.seen, altText: 'Mine.' }
  useResults.setState({ rows: [first, { ...second, seen: own, wordsEdited: true }] })
  await again(['b.jpg'])
  expect(names()).toEqual(['food', 'tomato-soup'])
  expect(useResults.getState().rows[1]?.seen).toMatchObject({ altText: 'Mine.', model: 'best' })
})

test('a model that does not come says why, and every name stays', async () => {
  vi.mocked(device.prepare).mockRejectedValue(new Error('The naming model was only partly downloaded.'))
  await again(ids)
  expect(names()).toEqual(['food', 'food'])
  expect(useNamingAgain.getState()).toEqual({ under: null, problem: 'The naming model was only partly downloaded.' })
  expect(useDeviceStore.getState().better).toBe(false)
})

test('cancelled, every name stays and nothing is an error', async () => {
  vi.mocked(device.prepare).mockImplementation(
    (_, __, signal) => new Promise((_done, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
  )
  const naming = again(ids)
  expect(useNamingAgain.getState().under).toEqual({ done: 0, total: 2 })
  cancelNamingAgain()
  await naming
  expect(names()).toEqual(['food', 'food'])
  expect(useNamingAgain.getState()).toEqual({ under: null, problem: null })
})

test('an image that stops the model keeps its name, and the others go on', async () => {
  vi.mocked(device.describe).mockRejectedValueOnce(new Error('crashed'))
  await again(ids)
  expect(names()).toEqual(['food', 'tomato-soup'])
  expect(useNamingAgain.getState().problem).toBe('1 name could not be made again and stayed as before: crashed.')
})

test('the model is told what the sheet says, and the name is remembered under that', async () => {
  useSheet.setState({ name: 's.csv', bytes: new TextEncoder().encode('file,product\na.jpg,Oak Table\n') })
  await again(['a.jpg'])
  useSheet.getState().remove()
  const told = vi.mocked(device.describe).mock.calls[0]?.[1].context ?? ''
  expect(told).toContain('Oak Table')
  const file = images[0]?.file as File
  expect(namesCache.find('hash', file, told)?.words).toBe('tomato-soup')
})

test('any model that is here can name again; its names are remembered as its own, and what it refuses is said', async () => {
  const seen = seenOf({ altText: 'A bowl.', keywords: ['bowl'] })
  const suggest = vi
    .fn()
    .mockResolvedValueOnce({ suggestedName: 'bowl-of-soup', alternatives: [], provider: 'openai', seen })
    .mockRejectedValue(new Error('OpenAI does not accept your key'))
  const model = { ...largerModel(FILES, BEST, true), service: 'own openai gpt', suggest: () => suggest }
  await again(ids, { ...model, prepare: async () => undefined })
  expect(names()).toEqual(['bowl-of-soup', 'food'])
  expect(useNamingAgain.getState().problem).toContain('stayed as before: OpenAI does not accept your key.')
  expect(namesCache.find('hash', images[0]?.file as File, 'own openai gpt')?.words).toBe('bowl-of-soup')
  expect(device.prepare).not.toHaveBeenCalled()
})
