// Naming on this device as the page sees it: one worker with the model, started on first use. Images stay here.
import type { Description, Language } from '../api/types'
import { EngineFailure } from './abi'
import plainUrl from './pkg/vision.wasm?url'
import relaxedUrl from './pkg/vision-relaxed.wasm?url'
import { Pool } from './pool'
import { knowsRelaxed } from './relaxed'
import type { WeightsFile } from './weights'

export type { WeightsFile }

/** What an image shows, and which of the two models said so: the one that comes at once, or the one for better names. */
interface DeviceDescription extends Description {
  model: DeviceModel
}

export type DeviceModel = 'quick' | 'best'

/** What the person says about an image, and how its words are written. */
export interface Wish {
  context: string
  language: Language
  keepAccents: boolean
}

type WeightsProgress = (loaded: number, total: number) => void

const pool = new Pool({
  size: 1,
  // The weights take a second to read again: a minute between two batches keeps them.
  idleMs: 60_000,
  load: () => WebAssembly.compileStreaming(keptModule()),
  start: () => new Worker(new URL('./device-worker.ts', import.meta.url), { type: 'module' }),
})

/** Kept like the weights, so that it is here without a network: the service worker may have come later than the first name. */
async function keptModule(): Promise<Response> {
  const wasmUrl = knowsRelaxed() ? relaxedUrl : plainUrl
  const store = await globalThis.caches?.open('nomina-vision').catch(() => undefined)
  const kept = await store?.match(wasmUrl)
  if (kept) return kept
  const answer = await fetch(wasmUrl)
  if (!store || !answer.ok) return answer
  for (const old of await store.keys()) await store.delete(old)
  await store.put(wasmUrl, answer.clone()).catch(() => undefined)
  return answer
}

export const device = {
  /** Brings the weights in ahead of the first image; does nothing when they are there. */
  async prepare(files: WeightsFile[], progress: WeightsProgress, signal?: AbortSignal): Promise<void> {
    await pool.call({ request: { op: 'prepare', files }, parts: [], progress, signal })
  },

  /** The words for one image; brings the weights in first where they are missing. */
  async describe(
    image: Blob,
    wish: Wish,
    files: WeightsFile[],
    progress: WeightsProgress,
    signal?: AbortSignal,
  ): Promise<DeviceDescription> {
    const { context, language, keepAccents } = wish
    const request = { op: 'describe', text: context, language, keepAccents, files }
    return (await pool.call<DeviceDescription>({ request, parts: [image], progress, signal })).value
  },

  /** The largest memory that the model has reached, for figures. */
  peakMemoryBytes: () => pool.peakMemoryBytes,
}

export { EngineFailure }
