import { expect, test, vi } from 'vitest'
import { messenger, NoReply } from './messenger'

const REQUEST = { url: 'https://api.example/x', headers: [] as [string, string][], body: '{}' }

/** A worker that answers by hand. */
function fakeWorker() {
  const worker = { postMessage: vi.fn(), terminate: vi.fn(), onmessage: null, onerror: null } as unknown as Worker
  const tell = (data: object) => worker.onmessage?.({ data } as MessageEvent)
  const sent = () => vi.mocked(worker.postMessage).mock.calls.map(([message]) => message)
  return { worker, tell, sent }
}

test('answers find the request that they belong to', async () => {
  const { worker, tell } = fakeWorker()
  const start = vi.fn(() => worker)
  const post = messenger(start)
  const never = new AbortController().signal
  const both = [post(REQUEST, never), post(REQUEST, never)]
  tell({ id: 2, status: 201 })
  tell({ id: 1, status: 200 })
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 201])
  expect(start).toHaveBeenCalledOnce()
})

test('cancelled, the worker is told to stop', async () => {
  const { worker, sent } = fakeWorker()
  const stop = new AbortController()
  const posted = messenger(() => worker)(REQUEST, stop.signal)
  stop.abort(new Error('stopped'))
  await expect(posted).rejects.toThrow('stopped')
  expect(sent()[1]).toEqual({ id: 1, stop: true })
})

test('a script that does not come fails what waits, and the next request starts another worker', async () => {
  const [first, second] = [fakeWorker(), fakeWorker()]
  const start = vi.fn().mockReturnValueOnce(first.worker).mockReturnValueOnce(second.worker)
  const post = messenger(start)
  const never = new AbortController().signal
  const lost = post(REQUEST, never)
  first.worker.onerror?.(new Event('error') as ErrorEvent)
  await expect(lost).rejects.toBeInstanceOf(NoReply)
  const next = post(REQUEST, never)
  second.tell({ id: 2, failed: 'late' })
  await expect(next).rejects.toMatchObject({ late: true })
  expect(start).toHaveBeenCalledTimes(2)
})
