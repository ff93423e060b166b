import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { queryClient } from '@/api/query-client'
import { RunningJob } from '@/features/jobs/running-job'
import { fakeServer } from '@/testing/fake-server'
import { takeEvent } from './live-updates'

let asked: MockInstance<typeof queryClient.invalidateQueries>

beforeEach(() => {
  vi.useFakeTimers()
  asked = vi.spyOn(queryClient, 'invalidateQueries')
  return () => vi.useRealTimers()
})

const happened = (kind: string, data: object = {}) => takeEvent({ id: '1', kind, data: JSON.stringify(data) })
const keys = () => asked.mock.calls.map(([filters]) => filters?.queryKey?.[0])

test('many events of a kind ask the server once', () => {
  for (let count = 0; count < 20; count += 1) happened('usage')
  happened('template')
  vi.advanceTimersByTime(1_000)
  expect(keys()).toEqual(['usage', 'templates'])
  happened('batch')
  vi.advanceTimersByTime(1_000)
  expect(keys()).toEqual(['usage', 'templates', 'batches', 'download-count'])
})

test('an event that nobody knows, or that cannot be read, changes nothing', () => {
  happened('open')
  takeEvent({ id: '1', kind: 'job', data: 'not json' })
  vi.advanceTimersByTime(1_000)
  expect(keys()).toEqual([])
})

test('a lost place in the stream asks for everything', () => {
  happened('resync')
  expect(asked).toHaveBeenCalledWith()
})

test('a job that failed elsewhere stops its run here', async () => {
  fakeServer({ 'GET /api/v1/jobs/j1': { body: { id: 'j1', status: 'failed' } } })
  const stop = vi.fn()
  new RunningJob('j1', stop)
  happened('job', { id: 'j1', status: 'failed', processedCount: 1 })
  await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce())
})
