import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Job } from '@/api/types'
import { useSession } from '@/features/account/session/session'
import { type FakeServer, fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'
import { JobList } from './job-list'
import { takeJobChange } from './jobs'
import { RunningJob, stopRunOf } from './running-job'

const done: Job = {
  id: 'j1',
  jobName: 'Holiday',
  status: 'completed',
  fileCount: 4,
  processedCount: 4,
  reservedFiles: 4,
  aiUsed: 4,
  results: { named: 3, cached: 1, failed: 0 },
  createdAt: '2026-11-15T10:00:00Z',
  updatedAt: '2026-11-15T10:00:00Z',
}
const running: Job = { ...done, id: 'j2', jobName: 'Products', status: 'processing', processedCount: 1, results: null }
const failed: Job = { ...done, id: 'j3', jobName: 'Broken', status: 'failed', errorMessage: 'Cancelled' }

let server: FakeServer
beforeEach(() => {
  useSession.setState({ status: 'signed-in', user: { id: 'u1' } as never, tier: 'starter' })
  server = fakeServer({
    'GET /api/v1/jobs': { body: { items: [running, done, failed], total: 3 } },
    'POST /api/v1/jobs/j2/cancel': { body: { ...running, status: 'failed' } },
    'POST /api/v1/jobs/delete': { body: { deleted: 2 } },
    'PATCH /api/v1/jobs/j2': { body: running },
  })
})

test('JOB-02: each job says how it stands; a running one can be cancelled', async () => {
  await renderAt('/dashboard/jobs', <JobList />)
  expect(await screen.findByRole('progressbar', { name: 'Products: 1 of 4 files' })).toBeTruthy()
  for (const label of ['Processing', 'Completed', 'Failed', 'Cancelled']) expect(screen.getByText(label)).toBeTruthy()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => server.count('POST /api/v1/jobs/j2/cancel')).toBe(1)
})

test('JOB-02: many are deleted at once, but never one that runs', async () => {
  await renderAt('/dashboard/jobs', <JobList />)
  const hand = userEvent.setup()
  await hand.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await hand.click(screen.getByRole('button', { name: 'Delete 2' }))
  await expect
    .poll(() => server.asked.find(({ what }) => what.endsWith('/delete'))?.body)
    .toEqual({ ids: ['j1', 'j3'] })
})

test('an empty list says what the place is for', async () => {
  server.on('GET /api/v1/jobs', { body: { items: [], total: 0 } })
  await renderAt('/dashboard/jobs', <JobList />)
  expect(await screen.findByText('No tasks yet')).toBeTruthy()
})

test('a list that cannot be fetched can be tried again', async () => {
  server.on('GET /api/v1/jobs', { status: 422, body: { title: 'no' } })
  await renderAt('/dashboard/jobs', <JobList />)
  await screen.findByText('Failed to fetch jobs')
  server.on('GET /api/v1/jobs', { body: { items: [done], total: 1 } })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Holiday')).toBeTruthy()
})

test('live progress is written into the list; a new state asks the server', () => {
  const queries = new QueryClient()
  const asked = vi.spyOn(queries, 'invalidateQueries')
  const key = ['jobs', 'u1', 0]
  queries.setQueryData(key, { items: [running], total: 1 })
  takeJobChange(queries, { id: 'j2', status: 'processing', processedCount: 3 })
  expect(queries.getQueryData(key)).toMatchObject({ items: [{ processedCount: 3 }] })
  expect(asked).not.toHaveBeenCalled()
  takeJobChange(queries, { id: 'j2', status: 'completed', processedCount: 4 })
  takeJobChange(queries, { id: 'unknown', status: 'processing', processedCount: 0 })
  expect(asked).toHaveBeenCalledTimes(2)
})

test('JOB-01: progress goes out gathered, and never after the end', async () => {
  vi.useFakeTimers()
  const job = new RunningJob('j2', () => undefined)
  for (const finished of [1, 2, 3]) job.progress(finished)
  await vi.advanceTimersByTimeAsync(1_000)
  job.progress(4)
  await job.end(4, { named: 4, cached: 0, failed: 0 })
  job.progress(4)
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  const sent = server.asked.filter(({ what }) => what.startsWith('PATCH')).map(({ body }) => body)
  expect(sent).toEqual([
    { processedCount: 3 },
    { status: 'completed', processedCount: 4, results: { named: 4, cached: 0, failed: 0 } },
  ])
})

test('JOB-01: a tab that closes takes its job with it, and only while it runs', async () => {
  const job = new RunningJob('j2', () => undefined)
  window.dispatchEvent(new Event('pagehide'))
  await expect.poll(() => server.count('POST /api/v1/jobs/j2/cancel')).toBe(1)
  await job.end(4, { named: 4, cached: 0, failed: 0 })
  window.dispatchEvent(new Event('pagehide'))
  expect(server.count('POST /api/v1/jobs/j2/cancel')).toBe(1)
})

test('JOB-01: a job that somebody cancels elsewhere stops the run of this tab', async () => {
  const stop = vi.fn()
  new RunningJob('j2', stop)
  const server = fakeServer({ 'GET /api/v1/jobs/j2': { body: { id: 'j2', status: 'processing' } } })
  await stopRunOf({ id: 'j2', status: 'processing' })
  await stopRunOf({ id: 'another', status: 'failed' })
  // News from before the job was taken up again.
  await stopRunOf({ id: 'j2', status: 'failed' })
  expect(stop).not.toHaveBeenCalled()
  server.on('GET /api/v1/jobs/j2', { body: { id: 'j2', status: 'failed' } })
  await stopRunOf({ id: 'j2', status: 'failed' })
  expect(stop).toHaveBeenCalledOnce()
})
