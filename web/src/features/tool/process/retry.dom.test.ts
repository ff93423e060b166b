import { notificationsStore } from '@mantine/notifications'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Plan } from '@/api/types'
import type { Rules } from '@/engine/rules'
import { useBatch } from '../model/batch-store'
import { CANCELLED } from '../model/remarks'
import { useResults } from '../model/results-store'
import { emptyRow, type ResultRow } from '../model/row'
import { image, processed } from '../testing/images'
import { realRules } from '../testing/rules'
import { resumeRun, retryImages } from './processing'
import type { RunStart } from './run-keeper'

vi.mock('@/engine', () => ({ engine: { process: async () => processed('new') } }))

let rules: Rules
beforeAll(async () => {
  rules = await realRules()
})

const images = [image('a.jpg', { order: 0 }), image('b.jpg', { order: 1 })]
const rowOf = (at: number, change: Partial<ResultRow>): ResultRow => {
  const { id, file } = images[at] as (typeof images)[number]
  return { ...emptyRow(id, file, ''), ...change }
}
const cancelled = { state: 'cancelled', error: CANCELLED } as const
const done = { state: 'done', suggestedName: 'a', extension: 'jpg', output: new Blob(['x']) } as const
const summary = { byAi: 1, fromCache: 0, fallback: 0, failed: 0, cancelled: true }

const end = vi.fn(async () => undefined)
const begin = vi.fn(async (_: RunStart) => ({ jobId: 'job-1', progress: () => undefined, end }))
const again = vi.fn(async () => undefined)
function settings() {
  const plan = rules.plans.find(({ tier }) => tier === 'starter') as Plan
  const person = { plan, signedIn: true, owner: 'u1', settled: true }
  return { rules, person, concurrency: 2, device: null, keeper: { begin, again } }
}

beforeEach(() => {
  vi.clearAllMocks()
  useBatch.setState({ images, step: 'results' })
  useResults.getState().start([rowOf(0, done), rowOf(1, cancelled)], { ...rules.defaults, keepNames: true })
  useResults.getState().keptBy('job-1')
})

test('HIST-01 JOB-01: what was cancelled and is retried goes on as the same job, and is saved', async () => {
  useResults.getState().finish(summary)
  await retryImages(settings(), ['b.jpg'])
  expect(begin).toHaveBeenCalledOnce()
  expect(begin.mock.calls[0]?.[0]).toMatchObject({ job: 'job-1', files: 2 })
  await vi.waitFor(() => expect(end).toHaveBeenCalledOnce())
  expect(useResults.getState().rows.every((row) => row.state === 'done')).toBe(true)
  expect(again).not.toHaveBeenCalled()
})

test('images of a run that had ended are made again, and what is stored is replaced', async () => {
  useResults.getState().finish({ ...summary, cancelled: false })
  await retryImages(settings(), ['b.jpg'])
  expect(begin).not.toHaveBeenCalled()
  expect(again).toHaveBeenCalledOnce()
})

test('a run that a reload has ended is taken up whole, and then shows its results', async () => {
  useBatch.setState({ step: 'processing' })
  await resumeRun(settings())
  expect(begin.mock.calls[0]?.[0]).toMatchObject({ job: 'job-1' })
  expect(useBatch.getState().step).toBe('results')
})

test('PROC-06: a batch of which nothing came out says so', async () => {
  const { engine } = await import('@/engine')
  vi.spyOn(engine, 'process').mockRejectedValue(new Error('The worker could not be started'))
  useResults.getState().start([rowOf(0, cancelled), rowOf(1, cancelled)], { ...rules.defaults, keepNames: true })
  await retryImages(settings(), ['a.jpg', 'b.jpg'])
  expect(useResults.getState().rows.every((row) => row.state === 'failed')).toBe(true)
  const titles = notificationsStore.getState().notifications.map(({ title }) => title)
  expect(titles).toContain('Processing Failed')
})
