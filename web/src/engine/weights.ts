// The model's weights on their way to a worker: from the browser's own store when they are there, else from the
// server, counted as they come, checked by the hash in their address, and kept for the next visit. A store that is full or
// forbidden only costs the keeping.
import { t } from '@/lib/messages'
import { EngineFailure } from './abi'
import { sha256 } from './sha256'

/** One file of the model, as the server names it: the address changes with the content. */
export interface WeightsFile {
  url: string
  bytes: number
}

interface WeightsTools {
  fetch(url: string): Promise<Response>
  /** Missing where the browser gives none (pages without encryption). */
  caches?: Pick<CacheStorage, 'open'> | undefined
  /** Bytes so far, of all files together. */
  progress(loaded: number, total: number): void
}

const STORE = 'nomina-models'

/** The bytes of every file, in order. */
export async function loadWeights(files: WeightsFile[], tools: WeightsTools): Promise<Uint8Array<ArrayBuffer>[]> {
  const total = files.reduce((sum, file) => sum + file.bytes, 0)
  const store = await tools.caches?.open(STORE).catch(() => undefined)
  const loaded: Uint8Array<ArrayBuffer>[] = []
  let before = 0
  for (const file of files) {
    const start = before
    loaded.push(await loadFile(file, store, tools, (bytes) => tools.progress(start + bytes, total)))
    before += file.bytes
    tools.progress(before, total)
  }
  return loaded
}

/** Whether all of them are in the browser's own store. */
export async function areKept(files: WeightsFile[], caches: WeightsTools['caches']): Promise<boolean> {
  const store = await caches?.open(STORE).catch(() => undefined)
  if (!store || files.length === 0) return false
  const found = await Promise.all(files.map((file) => store.match(file.url).catch(() => undefined)))
  return found.every(Boolean)
}

/** Forgets files that turned out to be damaged, so that the next try fetches them. */
export async function forgetWeights(files: WeightsFile[], caches: WeightsTools['caches']): Promise<void> {
  const store = await caches?.open(STORE).catch(() => undefined)
  await Promise.all(files.map((file) => store?.delete(file.url).catch(() => false)))
}

async function loadFile(
  file: WeightsFile,
  store: Cache | undefined,
  tools: WeightsTools,
  progress: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await store?.match(file.url).catch(() => undefined)
  if (kept) return wholeFile(await read(kept, file, progress), file)
  const response = await tools.fetch(file.url)
  if (!response.ok) throw new Error(await reason(response))
  const bytes = await wholeFile(await read(response, file, progress), file)
  if (store) await keep(store, file, bytes)
  return bytes
}

const DAMAGED = t`The naming model cannot be loaded: the weights file is damaged; fetch it again.`

/** The bytes, when they are those of the address. Pages without encryption cannot hash: the model's own checksum remains. */
async function wholeFile(bytes: Uint8Array<ArrayBuffer>, { url }: WeightsFile): Promise<Uint8Array<ArrayBuffer>> {
  const start = new URL(url, 'http://here').searchParams.get('v') ?? ''
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (!subtle || !/^[0-9a-f]{16,64}$/.test(start)) return bytes
  if (!(await sha256(bytes)).startsWith(start)) throw new EngineFailure('model', DAMAGED)
  return bytes
}

async function reason(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as { title?: string }
  return problem.title ?? t`The naming model could not be loaded: the server answered ${response.status}.`
}

async function read(
  response: Response,
  { bytes: size }: WeightsFile,
  progress: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size)
  let at = 0
  if (response.body) {
    const reader = response.body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      // More than was announced is damage; the model's own check says so.
      bytes.set(part.value.subarray(0, size - at), at)
      at = Math.min(size, at + part.value.length)
      progress(at)
    }
  }
  if (at < size) throw new Error(t`The naming model was only partly downloaded. Check your connection and try again.`)
  return bytes
}

/** Keeps a file and forgets its earlier versions. */
async function keep(store: Cache, file: WeightsFile, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const path = pathOf(file.url)
    for (const old of await store.keys()) if (pathOf(old.url) === path) await store.delete(old)
    await store.put(file.url, new Response(bytes))
  } catch {
    // The quota is used up, or storage is off: the model works, and the next visit loads it again.
  }
}

function pathOf(url: string): string {
  return new URL(url, 'http://here').pathname
}
