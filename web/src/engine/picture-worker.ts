// One worker, one wasm instance, one picture at a time. A crash of the instance fails that picture only:
// the next call gets a fresh instance.

import { EngineFailure, Instance } from './abi'
import type { FromWorker, Part } from './messages'
import { post, serveCalls, type WorkerCall } from './serve-calls'

/** Above this the instance is replaced after the call: wasm memory never shrinks by itself. */
const KEEP_BYTES = 192 * 1024 * 1024

let module: WebAssembly.Module | undefined
let instance: Instance | undefined

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

async function hash(part: Part): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', (await bytesOf(part)) as BufferSource)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function answer({ id, request, parts }: WorkerCall): Promise<FromWorker> {
  if (request.op === 'sha256') {
    return { kind: 'done', id, value: await hash(parts[0] ?? null), blob: null, memoryBytes: 0 }
  }
  if (!module) throw new Error('The engine is not loaded.')
  const binary = await Promise.all(parts.map(bytesOf))
  instance ??= await Instance.open(module, (share) => tell(share))
  tell = telling(id)
  const { value, bytes } = instance.call<{ mime?: string }>(request, binary)
  const memoryBytes = instance.memoryBytes
  if (memoryBytes > KEEP_BYTES) instance = undefined
  const blob = bytes.length > 0 ? new Blob([bytes], { type: value.mime ?? '' }) : null
  return { kind: 'done', id, value, blob, memoryBytes }
}

function failure(id: number, error: unknown): FromWorker {
  if (error instanceof EngineFailure) return { kind: 'failed', id, code: error.code, message: error.message }
  instance = undefined
  if (error instanceof DOMException) {
    return { kind: 'failed', id, code: 'unreadable', message: 'The file can no longer be read. Add it again.' }
  }
  const message = 'This picture is more than this device can handle. The others go on.'
  return { kind: 'failed', id, code: 'crashed', message }
}

serveCalls(
  (opened) => {
    module = opened
  },
  answer,
  failure,
)
