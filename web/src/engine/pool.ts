// A pool of workers behind plain async functions. Workers start on first use; every call can be aborted: a waiting
// one leaves the queue, a running one ends its worker, and the next call starts a new worker.

import { EngineFailure } from './abi'
import type { FromWorker, Part, ToWorker } from './messages'

export interface WorkerLike {
  postMessage(message: ToWorker): void
  terminate(): void
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}

export interface Done<T> {
  value: T
  blob: Blob | null
}

export interface Call {
  request: { op: string } & Record<string, unknown>
  parts: Part[]
  /** Higher goes first: what a person is looking at right now. */
  priority?: number
  /** Told while what the call needs is on its way, in bytes. */
  progress?: ((loaded: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
}

interface Job extends Call {
  id: number
  resolve(done: Done<unknown>): void
  reject(error: unknown): void
  onAbort(): void
}

export interface PoolOptions {
  size: number
  load(): Promise<WebAssembly.Module>
  start(): WorkerLike
}

export class Pool {
  readonly #options: PoolOptions
  readonly #idle: WorkerLike[] = []
  readonly #busy = new Map<WorkerLike, Job>()
  #queue: Job[] = []
  #module: Promise<WebAssembly.Module> | undefined
  #nextId = 1
  /** The largest wasm memory that any worker reported. */
  peakMemoryBytes = 0

  constructor(options: PoolOptions) {
    this.#options = options
  }

  call<T>(call: Call): Promise<Done<T>> {
    return new Promise<Done<unknown>>((resolve, reject) => {
      call.signal?.throwIfAborted()
      const job: Job = { ...call, id: this.#nextId++, resolve, reject, onAbort: () => this.#abort(job) }
      call.signal?.addEventListener('abort', job.onAbort, { once: true })
      const at = this.#queue.findIndex((other) => (other.priority ?? 0) < (job.priority ?? 0))
      this.#queue.splice(at < 0 ? this.#queue.length : at, 0, job)
      void this.#pump()
    }) as Promise<Done<T>>
  }

  /** Fetches and compiles the module ahead of the first call. */
  async warm(): Promise<void> {
    await this.#compiled()
  }

  async #pump(): Promise<void> {
    let module: WebAssembly.Module
    try {
      module = await this.#compiled()
    } catch {
      const message = 'The picture engine could not be loaded. Check the connection and reload the page.'
      for (const job of this.#queue.splice(0)) this.#settle(job).reject(new EngineFailure('not-loaded', message))
      return
    }
    while (this.#queue.length > 0 && this.#busy.size < this.#options.size) {
      const worker = this.#idle.pop() ?? this.#started(module)
      const job = this.#queue.shift() as Job
      this.#busy.set(worker, job)
      worker.postMessage({ kind: 'call', id: job.id, request: job.request, parts: job.parts })
    }
  }

  #compiled(): Promise<WebAssembly.Module> {
    this.#module ??= this.#options.load().catch((error) => {
      this.#module = undefined
      throw error
    })
    return this.#module
  }

  #started(module: WebAssembly.Module): WorkerLike {
    const worker = this.#options.start()
    worker.onmessage = (event) => this.#finish(worker, event.data)
    worker.onerror = () => this.#lose(worker)
    worker.postMessage({ kind: 'open', module })
    return worker
  }

  #finish(worker: WorkerLike, message: FromWorker): void {
    const job = this.#busy.get(worker)
    if (!job || job.id !== message.id) return
    if (message.kind === 'progress') {
      job.progress?.(message.loaded, message.total)
      return
    }
    this.#busy.delete(worker)
    this.#idle.push(worker)
    this.#settle(job)
    if (message.kind === 'failed') job.reject(new EngineFailure(message.code, message.message))
    else {
      this.peakMemoryBytes = Math.max(this.peakMemoryBytes, message.memoryBytes)
      job.resolve({ value: message.value, blob: message.blob })
    }
    void this.#pump()
  }

  #lose(worker: WorkerLike): void {
    const job = this.#busy.get(worker)
    this.#busy.delete(worker)
    worker.terminate()
    if (job)
      this.#settle(job).reject(new EngineFailure('crashed', 'The picture engine stopped. Try this picture again.'))
    void this.#pump()
  }

  #abort(job: Job): void {
    const waiting = this.#queue.length
    this.#queue = this.#queue.filter((other) => other !== job)
    if (this.#queue.length === waiting) {
      for (const [worker, running] of this.#busy) {
        if (running !== job) continue
        this.#busy.delete(worker)
        worker.terminate()
      }
    }
    job.reject(job.signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    void this.#pump()
  }

  #settle(job: Job): Job {
    job.signal?.removeEventListener('abort', job.onAbort)
    return job
  }
}
