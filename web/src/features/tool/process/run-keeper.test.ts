import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Rules } from '@/engine/rules'
import { useResults } from '../model/results-store'
import { emptyRow } from '../model/row'
import { realRules } from '../testing/rules'
import { type FinishedRun, withKeeper } from './run-keeper'

let rules: Rules
beforeAll(async () => {
  rules = await realRules()
})

const row = (id: string) => emptyRow(id, new File([id], `${id}.jpg`), '')
const summary = { byAi: 2, fromCache: 0, fallback: 0, failed: 0, cancelled: false }
const fresh = async () => 2
const start = () => ({ files: 2, fresh, options: rules.defaults })

/** A run of two images, as far as a keeper can see it. */
async function work() {
  const results = useResults.getState()
  for (const id of ['a', 'b']) {
    results.patch(new Map([[id, { state: 'working' }]]))
    results.patch(new Map([[id, { state: 'done', suggestedName: `name-${id}` }]]))
    await Promise.resolve()
  }
  results.finish(summary)
}

beforeEach(() => useResults.getState().start([row('a'), row('b')], rules.defaults))

test('a keeper hears the start, every finished image once, and the end with the rows', async () => {
  const heard: number[] = []
  let ended: FinishedRun | undefined
  const begin = vi.fn(async () => ({
    jobId: 'job-1',
    progress: (finished: number) => void heard.push(finished),
    end: async (run: FinishedRun) => {
      ended = run
    },
  }))
  await withKeeper({ begin }, start(), work)
  await vi.waitFor(() => expect(ended).toBeDefined())
  expect(begin).toHaveBeenCalledWith(start())
  expect(heard).toEqual([1, 2])
  expect(ended?.rows.map((one) => one.suggestedName)).toEqual(['name-a', 'name-b'])
  expect(ended?.summary).toEqual(summary)
})

test('a keeper that fails is logged and the run goes on', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await withKeeper({ begin: async () => Promise.reject(new Error('offline')) }, start(), work)
  await vi.waitFor(() => expect(warned).toHaveBeenCalled())
  expect(useResults.getState().rows.every((one) => one.state === 'done')).toBe(true)
})

test('the work learns the id of the job, and goes on without one', async () => {
  const ids: (string | undefined)[] = []
  const ask = async (job: Promise<string | undefined>) => void ids.push(await job)
  const kept = { jobId: 'job-1', progress: () => undefined, end: async () => undefined }
  await withKeeper({ begin: async () => kept }, start(), ask)
  await withKeeper({ begin: async () => undefined }, start(), ask)
  await withKeeper(undefined, start(), ask)
  expect(ids).toEqual(['job-1', undefined, undefined])
})

test('a keeper that never answers holds nothing up', async () => {
  await withKeeper({ begin: () => new Promise(() => undefined) }, start(), work)
  expect(useResults.getState().summary).toEqual(summary)
})
