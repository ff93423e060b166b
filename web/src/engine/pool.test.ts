import { describe, expect, it, vi } from 'vitest'
import type { FromWorker, ToWorker } from './messages'
import { Pool, type WorkerLike } from './pool'

type Call = Extract<ToWorker, { kind: 'call' }>

class FakeWorker implements WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null
  onerror: ((event: ErrorEvent) => void) | null = null
  ended = false
  calls: Call[] = []
  postMessage(message: ToWorker) {
    if (message.kind === 'call') this.calls.push(message)
  }
  terminate() {
    this.ended = true
  }
  say(message: FromWorker) {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>)
  }
  finish(value: unknown) {
    const call = this.calls.at(-1) as Call
    this.say({ kind: 'done', id: call.id, value, blob: null, memoryBytes: 7 })
  }
}

function setUp(size: number, load = async () => ({}) as WebAssembly.Module) {
  const workers: FakeWorker[] = []
  const start = () => {
    const worker = new FakeWorker()
    workers.push(worker)
    return worker
  }
  return { pool: new Pool({ size, load, start }), workers }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))
const call = (op: string, extra = {}) => ({ request: { op }, parts: [], ...extra })

describe('the worker pool', () => {
  it('starts no worker before the first call and never more than its size', async () => {
    const { pool, workers } = setUp(2)
    expect(workers).toHaveLength(0)
    const all = ['a', 'b', 'c'].map((op) => pool.call(call(op)))
    await settle()
    expect(workers).toHaveLength(2)
    workers[0]?.finish(1)
    await settle()
    expect(workers[0]?.calls.map((c) => c.request.op)).toEqual(['a', 'c'])
    workers[0]?.finish(3)
    workers[1]?.finish(2)
    expect((await Promise.all(all)).map((d) => d.value)).toEqual([1, 2, 3])
    expect(pool.peakMemoryBytes).toBe(7)
  })

  it('lets what a person looks at go first', async () => {
    const { pool, workers } = setUp(1)
    void pool.call(call('first'))
    await settle()
    void pool.call(call('later'))
    void pool.call(call('now', { priority: 2 }))
    workers[0]?.finish(0)
    await settle()
    expect(workers[0]?.calls.at(-1)?.request.op).toBe('now')
  })

  it('aborts a waiting call without touching the worker', async () => {
    const { pool, workers } = setUp(1)
    void pool.call(call('running'))
    const stop = new AbortController()
    const waiting = pool.call(call('waiting', { signal: stop.signal }))
    await settle()
    stop.abort()
    await expect(waiting).rejects.toThrow()
    expect(workers[0]?.ended).toBe(false)
  })

  it('aborts a running call by ending its worker, and goes on with a new one', async () => {
    const { pool, workers } = setUp(1)
    const stop = new AbortController()
    const running = pool.call(call('running', { signal: stop.signal }))
    const next = pool.call(call('next'))
    await settle()
    stop.abort()
    await expect(running).rejects.toThrow()
    await settle()
    expect(workers[0]?.ended).toBe(true)
    workers[1]?.finish('ok')
    expect((await next).value).toBe('ok')
  })

  it('lets a cancelled picture finish for nobody and uses its worker again', async () => {
    const { pool, workers } = setUp(2)
    const stop = new AbortController()
    const cancelled = pool.call(call('cancelled', { signal: stop.signal }))
    await settle()
    stop.abort()
    await expect(cancelled).rejects.toThrow()
    workers[0]?.finish('for nobody')
    const next = pool.call(call('next'))
    await settle()
    expect(workers).toHaveLength(1)
    workers[0]?.finish('ok')
    expect((await next).value).toBe('ok')
  })

  it('ends a worker whose cancelled picture takes long, and one that had nothing to do', async () => {
    vi.useFakeTimers()
    try {
      const { pool, workers } = setUp(2)
      const stop = new AbortController()
      pool.call(call('endless', { signal: stop.signal })).catch(() => undefined)
      const short = pool.call(call('short'))
      await vi.advanceTimersByTimeAsync(0)
      stop.abort()
      workers[1]?.finish('ok')
      await short
      await vi.advanceTimersByTimeAsync(3_000)
      expect(workers.map((worker) => worker.ended)).toEqual([true, false])
      await vi.advanceTimersByTimeAsync(10_000)
      expect(workers[1]?.ended).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  it('passes a failed picture on with its code and keeps working', async () => {
    const { pool, workers } = setUp(1)
    const bad = pool.call(call('bad'))
    await settle()
    const id = workers[0]?.calls[0]?.id as number
    workers[0]?.say({ kind: 'failed', id, code: 'damaged', message: 'The picture is damaged.' })
    await expect(bad).rejects.toMatchObject({ code: 'damaged', message: 'The picture is damaged.' })
    const good = pool.call(call('good'))
    await settle()
    workers[0]?.finish('fine')
    expect((await good).value).toBe('fine')
  })

  it('fails every call with a sentence when the module cannot be loaded, and tries again next time', async () => {
    let tries = 0
    const { pool } = setUp(1, async () => {
      tries += 1
      throw new Error('offline')
    })
    await expect(pool.call(call('a'))).rejects.toMatchObject({ code: 'not-loaded' })
    await expect(pool.call(call('b'))).rejects.toMatchObject({ code: 'not-loaded' })
    expect(tries).toBe(2)
  })
})
