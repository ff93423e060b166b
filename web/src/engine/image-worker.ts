// One worker, one wasm instance, one image at a time. A crash of the instance fails that image only:
// the next call gets a fresh instance. Formats that the engine does not read by itself have modules of their own, which
// are the engine with that format's decoder; the page hands them over when the engine asks for one.
import { EngineFailure, Instance, neededModule, type Reply } from './abi'
import type { FromWorker, Part } from './messages'
import { post, serveCalls, type WorkerCall } from './serve-calls'
import { sha256 } from './sha256'

/** Above this the instance is replaced after the call: wasm memory never shrinks by itself. */
const KEEP_BYTES = 192 * 1024 * 1024

let module: WebAssembly.Module | undefined
let instance: Instance | undefined
/** By the format's name. Their instances are not kept: decoders of video formats leave a lot of memory behind. */
const more = new Map<string, WebAssembly.Module>()

/** What the page hears of a running call, a few times a second at most. */
const PAUSE_MS = 150

function telling(id: number): (share: number) => void {
  let last = performance.now()
  return (share) => {
    const now = performance.now()
    if (now - last < PAUSE_MS) return
    last = now
    post({ kind: 'progress', id, loaded: share, total: 1 })
  }
}

let tell: (share: number) => void = () => {}

async function bytesOf(part: Part): Promise<Uint8Array> {
  if (part === null) return new Uint8Array(0)
  return part instanceof Blob ? new Uint8Array(await part.arrayBuffer()) : part
}

interface Called extends Reply<{ mime?: string }> {
  memoryBytes: number
}

/** By the engine, or by the module of the format that it does not know. */
async function calledHere(request: object, binary: Uint8Array[]): Promise<Called> {
  if (!module) throw new Error('The engine is not loaded.')
  instance ??= await Instance.open(module, (share) => tell(share))
  try {
    return called(instance, request, binary)
  } catch (error) {
    return await calledElsewhere(error, request, binary)
  } finally {
    if (instance.memoryBytes > KEEP_BYTES) instance = undefined
  }
}

/** The module that reads a file may ask for the one that writes the result. */
async function calledElsewhere(refusal: unknown, request: object, binary: Uint8Array[]): Promise<Called> {
  const tried = new Set<WebAssembly.Module>()
  let error = refusal
  for (;;) {
    const other = error instanceof EngineFailure ? more.get(neededModule(error.code) ?? '') : undefined
    if (!other || tried.has(other)) throw error
    tried.add(other)
    try {
      return called(await Instance.open(other, (share) => tell(share)), request, binary)
    } catch (next) {
      error = next
    }
  }
}

function called(one: Instance, request: object, binary: Uint8Array[]): Called {
  const reply = one.call<{ mime?: string }>(request, binary)
  return { ...reply, memoryBytes: one.memoryBytes }
}

async function answer({ id, request, parts }: WorkerCall): Promise<FromWorker> {
  if (request.op === 'sha256') {
    return {
      kind: 'done',
      id,
      value: await sha256((await bytesOf(parts[0] ?? null)) as BufferSource),
      blob: null,
      memoryBytes: 0,
    }
  }
  const binary = await Promise.all(parts.map(bytesOf))
  tell = telling(id)
  const { value, bytes, memoryBytes } = await calledHere(request, binary)
  const blob = bytes.length > 0 ? new Blob([bytes], { type: value.mime ?? '' }) : null
  return { kind: 'done', id, value, blob, memoryBytes }
}

function failure(id: number, error: unknown): FromWorker {
  if (error instanceof EngineFailure) return { kind: 'failed', id, code: error.code, message: error.message }
  instance = undefined
  if (error instanceof DOMException) {
    return { kind: 'failed', id, code: 'unreadable', message: 'The file can no longer be read. Add it again.' }
  }
  const message = 'This image is too large for this device. The other images continue.'
  return { kind: 'failed', id, code: 'crashed', message }
}

serveCalls(
  (opened, name) => {
    if (name) more.set(name, opened)
    else module = opened
  },
  answer,
  failure,
)
