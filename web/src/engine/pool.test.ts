import { describe, expect, it, vi } from 'vitest'
import type { FromWorker, ToWorker } from './messages'
import { Pool, type WorkerLike } from './pool'

type Call = Extract<ToWorker, { kind: 'call' }>

class FakeWorker implements WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null
  onerror: ((event: ErrorEvent) => void) | null = null
  ended = false
  calls: Call[] = []
  opened: (string | undefined)[] = []
  postMessage(message: ToWorker) {
    if (message.kind === 'call') this.calls.push(message)
    else this.opened.push(message.name)
  }
  terminate() {
    this.ended = true
  }
  say(message: FromWorker) {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>)
  }
  refuse(code: string) {
    const call = this.calls.at(-1) as Call
    this.say({ kind: 'failed', id: call.id, code, message: 'No.' })
  }
  finish(value: unknown) {
    const call = this.calls.at(-1) as Call
    this.say({ kind: 'done', id: call.id, value, blob: null, memoryBytes: 7 })
  }
}

const MODULE = {} as WebAssembly.Module

function setUp(
  size: number,
  load = async () => MODULE,
  loadMore?: (name: string) => Promise<WebAssembly.Module> | undefined,
) {
  const workers: FakeWorker[] = []
  const start = () => {
    const worker = new FakeWorker()
    workers.push(worker)
    return worker
  }
  return { pool: new Pool({ size, load, start, ...(loadMore && { loadMore }) }), workers }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))
const call = (op: string, extra = {}) => ({ request: { op }, parts: [], ...extra })

describe('the worker pool', () => {
  it('hands a worker the module of a format once, and asks again', async () => {
    const loadMore = vi.fn((name: string) => (name === 'heic' ? Promise.resolve(MODULE) : undefined))
    const { pool, workers } = setUp(1, undefined, loadMore)
    const first = pool.call(call('inspect'))
    await settle()
    const worker = workers[0] as FakeWorker
    worker.refuse('needs-heic')
    await settle()
    expect([worker.opened, worker.calls.length]).toEqual([[undefined, 'heic'], 2])
    worker.finish('seen')
    expect((await first).value).toBe('seen')
    const second = pool.call(call('inspect'))
    await settle()
    worker.refuse('needs-heic')
    await expect(second).rejects.toThrow('No.')
    const unknown = pool.call(call('inspect'))
    await settle()
    worker.refuse('needs-other')
    await expect(unknown).rejects.toThrow('No.')
    expect(loadMore.mock.calls).toEqual([['heic'], ['other']])
  })

  it('hands over a second module when the first asks for it: one reads the file, one writes the result', async () => {
    const { pool, workers } = setUp(1, undefined, () => Promise.resolve(MODULE))
    const asked = pool.call(call('process'))
    await settle()
    const worker = workers[0] as FakeWorker
    for (const code of ['needs-avif', 'needs-avif-out']) {
      worker.refuse(code)
      await settle()
    }
    expect([worker.opened, worker.calls.length]).toEqual([[undefined, 'avif', 'avif-out'], 3])
    worker.finish('written')
    expect((await asked).value).toBe('written')
  })

  it('says that a module could not be loaded, and tries again with the next file', async () => {
    const loadMore = vi.fn(() => Promise.reject(new Error('offline')))
    const { pool, workers } = setUp(1, undefined, loadMore)
    for (const _ of [1, 2]) {
      const asked = pool.call(call('inspect'))
      await settle()
      workers[0]?.refuse('needs-heic')
      await expect(asked).rejects.toMatchObject({ code: 'not-loaded' })
    }
    expect(loadMore).toHaveBeenCalledTimes(2)
  })

  it('forgets a call that was aborted while its module came', async () => {
    let come: (module: WebAssembly.Module) => void = () => {}
    const { pool, workers } = setUp(1, undefined, () => new Promise((resolve) => (come = resolve)))
    const stop = new AbortController()
    const asked = pool.call(call('inspect', { signal: stop.signal }))
    await settle()
    const worker = workers[0] as FakeWorker
    worker.refuse('needs-heic')
    stop.abort()
    await expect(asked).rejects.toThrow()
    come(MODULE)
    await settle()
    expect(worker.calls.length).toBe(1)
  })

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

  it('lets a cancelled image finish for nobody and uses its worker again', async () => {
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

  it('ends a worker whose cancelled image takes long, and one that had nothing to do', async () => {
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

  it('passes a failed image on with its code and keeps working', async () => {
    const { pool, workers } = setUp(1)
    const bad = pool.call(call('bad'))
    await settle()
    const id = workers[0]?.calls[0]?.id as number
    workers[0]?.say({ kind: 'failed', id, code: 'damaged', message: 'The image is damaged.' })
    await expect(bad).rejects.toMatchObject({ code: 'damaged', message: 'The image is damaged.' })
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
