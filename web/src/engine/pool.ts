// A pool of workers behind plain async functions. Workers start on first use and end when they had nothing to do for a
// while, which gives their memory back. Every call can be aborted: a waiting one leaves the queue; the worker of a running
// one may finish for nobody and be used again, unless it takes long or its place is needed.
import { t } from '@/lib/messages'
import { EngineFailure, neededModule } from './abi'
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
  /** Told while what the call needs is on its way, in bytes, or how much of an image is done, of 1. */
  progress?: ((loaded: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
}

interface Job extends Call {
  id: number
  resolve(done: Done<unknown>): void
  reject(error: unknown): void
  onAbort(): void
}

const NOT_LOADED = t`The image engine could not be loaded. Check your connection and reload the page.`
const IDLE_MS = 10_000
/** A cancelled image may use up its worker's time for so long. */
const LINGER_MS = 2_000

type Timer = ReturnType<typeof setTimeout>

interface PoolOptions {
  size: number
  /** A worker that has had nothing to do for so long ends. */
  idleMs?: number
  load(): Promise<WebAssembly.Module>
  /** The module of one format, by the name that the engine asked for; `undefined` where there is none. */
  loadMore?(name: string): Promise<WebAssembly.Module> | undefined
  start(): WorkerLike
}

export class Pool {
  readonly #options: PoolOptions
  readonly #idle = new Map<WorkerLike, Timer>()
  readonly #busy = new Map<WorkerLike, Job>()
  /** Workers whose call was aborted: what they answer is for nobody. */
  readonly #lingering = new Map<WorkerLike, Timer>()
  #queue: Job[] = []
  #module: Promise<WebAssembly.Module> | undefined
  readonly #more = new Map<string, Promise<WebAssembly.Module>>()
  /** The modules that a worker was given beside the engine. */
  readonly #given = new WeakMap<WorkerLike, Set<string>>()
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
      for (const job of this.#queue.splice(0)) this.#settle(job).reject(new EngineFailure('not-loaded', NOT_LOADED))
      return
    }
    while (this.#queue.length > 0 && this.#busy.size < this.#options.size) {
      const worker = this.#free(module)
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

  /** The worker that was used last, or a new one; a lingering one makes room when the pool is full. */
  #free(module: WebAssembly.Module): WorkerLike {
    const idle = [...this.#idle].at(-1)
    if (idle) {
      clearTimeout(idle[1])
      this.#idle.delete(idle[0])
      return idle[0]
    }
    const [lingering] = this.#lingering.keys()
    if (lingering && this.#busy.size + this.#lingering.size >= this.#options.size) this.#end(lingering)
    return this.#started(module)
  }

  #rest(worker: WorkerLike): void {
    this.#idle.set(
      worker,
      setTimeout(() => this.#end(worker), this.#options.idleMs ?? IDLE_MS),
    )
  }

  /** Ends a worker that nobody waits for. */
  #end(worker: WorkerLike): void {
    for (const waiting of [this.#idle, this.#lingering]) {
      clearTimeout(waiting.get(worker))
      waiting.delete(worker)
    }
    worker.terminate()
  }

  #started(module: WebAssembly.Module): WorkerLike {
    const worker = this.#options.start()
    worker.onmessage = (event) => this.#finish(worker, event.data)
    worker.onerror = () => this.#lose(worker)
    worker.postMessage({ kind: 'open', module })
    return worker
  }

  #finish(worker: WorkerLike, message: FromWorker): void {
    if (this.#lingering.has(worker) && message.kind !== 'progress') {
      clearTimeout(this.#lingering.get(worker))
      this.#lingering.delete(worker)
      this.#rest(worker)
      return
    }
    const job = this.#busy.get(worker)
    if (!job || job.id !== message.id) return
    if (message.kind === 'progress') {
      job.progress?.(message.loaded, message.total)
      return
    }
    const needed = message.kind === 'failed' ? neededModule(message.code) : undefined
    const module = needed && !this.#given.get(worker)?.has(needed) ? this.#loadedMore(needed) : undefined
    if (needed && module) {
      void this.#askAgain(worker, job, needed, module)
      return
    }
    this.#busy.delete(worker)
    this.#rest(worker)
    this.#settle(job)
    if (message.kind === 'failed') job.reject(new EngineFailure(message.code, message.message))
    else {
      this.peakMemoryBytes = Math.max(this.peakMemoryBytes, message.memoryBytes)
      job.resolve({ value: message.value, blob: message.blob })
    }
    void this.#pump()
  }

  /** Hands the worker the module of a format, then the same call once more. */
  async #askAgain(worker: WorkerLike, job: Job, name: string, loading: Promise<WebAssembly.Module>): Promise<void> {
    let module: WebAssembly.Module
    try {
      module = await loading
    } catch {
      if (this.#busy.get(worker) !== job) return
      this.#busy.delete(worker)
      this.#rest(worker)
      this.#settle(job).reject(new EngineFailure('not-loaded', NOT_LOADED))
      void this.#pump()
      return
    }
    // Aborted while it came: the worker has nothing to do, and ends with its time.
    if (this.#busy.get(worker) !== job) return
    const given = this.#given.get(worker) ?? new Set()
    this.#given.set(worker, given.add(name))
    worker.postMessage({ kind: 'open', module, name })
    worker.postMessage({ kind: 'call', id: job.id, request: job.request, parts: job.parts })
  }

  #loadedMore(name: string): Promise<WebAssembly.Module> | undefined {
    const known = this.#more.get(name)
    if (known) return known
    const loading = this.#options.loadMore?.(name)
    if (!loading) return undefined
    this.#more.set(name, loading)
    loading.catch(() => this.#more.delete(name))
    return loading
  }

  #lose(worker: WorkerLike): void {
    const job = this.#busy.get(worker)
    this.#busy.delete(worker)
    this.#end(worker)
    if (job) this.#settle(job).reject(new EngineFailure('crashed', t`The image engine stopped. Try this image again.`))
    void this.#pump()
  }

  #abort(job: Job): void {
    const waiting = this.#queue.length
    this.#queue = this.#queue.filter((other) => other !== job)
    if (this.#queue.length === waiting) {
      for (const [worker, running] of this.#busy) {
        if (running !== job) continue
        this.#busy.delete(worker)
        this.#lingering.set(
          worker,
          setTimeout(() => this.#end(worker), LINGER_MS),
        )
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
