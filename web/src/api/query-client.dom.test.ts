import { QueryObserver } from '@tanstack/react-query'
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/react-query-persist-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './problem'
import { FRESH_MS, forgetServerData, KEPT_MS, persister, queryClient } from './query-client'

const KEY = ['templates']
const busy = () => Promise.reject(new ApiError('busy', { status: 422, code: 'busy' }))

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
})

afterEach(() => {
  vi.useRealTimers()
})

test('CACHE-01: data is fresh for five minutes', async () => {
  const load = vi.fn(async () => 'first')
  await queryClient.fetchQuery({ queryKey: KEY, queryFn: load })
  vi.advanceTimersByTime(FRESH_MS - 1)
  await queryClient.fetchQuery({ queryKey: KEY, queryFn: load })
  expect(load).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(2)
  await queryClient.fetchQuery({ queryKey: KEY, queryFn: load })
  expect(load).toHaveBeenCalledTimes(2)
})

test('CACHE-01: stale data stays on screen when a fetch fails', async () => {
  await queryClient.fetchQuery({ queryKey: KEY, queryFn: async () => 'old' })
  vi.advanceTimersByTime(FRESH_MS + 1)
  const observer = new QueryObserver<string>(queryClient, { queryKey: KEY, queryFn: busy })
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(10)
  expect(observer.getCurrentResult()).toMatchObject({ data: 'old', isError: true })
  stop()
})

test('CACHE-01: a reload finds the data again, until it is too old', async () => {
  const options = { queryClient, persister, maxAge: KEPT_MS }
  await queryClient.fetchQuery({ queryKey: KEY, queryFn: async () => 'kept' })
  await persistQueryClientSave(options)
  await vi.advanceTimersByTimeAsync(100)
  queryClient.clear()
  await persistQueryClientRestore(options)
  expect(queryClient.getQueryData(KEY)).toBe('kept')
  queryClient.clear()
  vi.advanceTimersByTime(KEPT_MS + 1)
  await persistQueryClientRestore(options)
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
})

test('signing out forgets the data here and in storage', async () => {
  await queryClient.fetchQuery({ queryKey: KEY, queryFn: async () => 'private' })
  await persistQueryClientSave({ queryClient, persister })
  await vi.advanceTimersByTimeAsync(100)
  expect(JSON.stringify({ ...localStorage })).toContain('private')
  forgetServerData()
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
  expect(JSON.stringify({ ...localStorage })).not.toContain('private')
})
