// The engine as the page sees it: plain async functions over a pool of workers.
import type { Facts, Inspection, ProcessingOptions } from '../api/types'
import { EngineFailure } from './abi'
import { dataUrlBlob, lastOne } from './data-url'
import { letters } from './letters'
import type { Part } from './messages'
import avifUrl from './pkg/avif.wasm?url'
import avifOutUrl from './pkg/avif-out.wasm?url'
import wasmUrl from './pkg/engine.wasm?url'
import heicUrl from './pkg/heic.wasm?url'
import jxlUrl from './pkg/jxl.wasm?url'
import tiffUrl from './pkg/tiff.wasm?url'
import { Pool } from './pool'
import { engineWorkers } from './workers'

export type { Facts, Inspection, PictureFormat } from '../api/types'
export { EngineFailure }

export interface Processed {
  blob: Blob
  facts: Facts
}

/** Each is fetched with the first file of its format; `avif-out` with the first that becomes AVIF. */
const MORE: Record<string, string> = {
  avif: avifUrl,
  'avif-out': avifOutUrl,
  heic: heicUrl,
  jxl: jxlUrl,
  tiff: tiffUrl,
}

function loadMore(name: string): Promise<WebAssembly.Module> | undefined {
  const url = MORE[name]
  return url === undefined ? undefined : WebAssembly.compileStreaming(fetch(url))
}

const pool = new Pool({
  size: engineWorkers(),
  load: () => WebAssembly.compileStreaming(fetch(wasmUrl)),
  loadMore,
  start: () => new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' }),
})

const LOOKING = 2
const SOON = 1

async function image(
  op: string,
  fields: object,
  parts: Part[],
  priority: number,
  signal?: AbortSignal,
  progress?: (share: number) => void,
): Promise<Processed> {
  const done = await pool.call<Facts>({ request: { op, ...fields }, parts, priority, signal, progress })
  return { blob: done.blob ?? new Blob([]), facts: done.value }
}

/** The recipe without the watermark image, which travels as bytes beside it, as do the letters of its text. */
async function recipe(
  options: ProcessingOptions,
  signal?: AbortSignal,
): Promise<{ made: { options: ProcessingOptions }; beside: Part[]; notes: string[] }> {
  const url = options.enableImageWatermark ? options.imageWatermarkFile : null
  const mark = url ? markBlob(url) : null
  const { curves, notes } = await letters.shaped(options)
  signal?.throwIfAborted()
  return { made: { options: { ...options, imageWatermarkFile: null } }, beside: [mark, curves], notes }
}

const markBlob = lastOne(dataUrlBlob)

function noted({ blob, facts }: Processed, notes: string[]): Processed {
  return { blob, facts: { ...facts, warnings: [...notes, ...facts.warnings] } }
}

export const engine = {
  async inspect(file: Blob, signal?: AbortSignal): Promise<Inspection> {
    const done = await pool.call<Inspection>({ request: { op: 'inspect' }, parts: [file], priority: LOOKING, signal })
    return done.value
  },

  thumbnail: (file: Blob, side: number, signal?: AbortSignal) => image('thumbnail', { side }, [file], SOON, signal),

  async watermarkPreview(thumbnail: Blob, source: Inspection, options: ProcessingOptions, signal?: AbortSignal) {
    const { made, beside, notes } = await recipe(options, signal)
    const { width, height, orientation } = source
    const fields = { source: { width, height, orientation }, ...made }
    return noted(await image('watermarkPreview', fields, [thumbnail, ...beside], LOOKING, signal), notes)
  },

  /** `progress` hears the share of a large image that is done, from 0 to 1. */
  async process(
    file: Blob,
    options: ProcessingOptions,
    signal?: AbortSignal,
    progress?: (share: number) => void,
  ): Promise<Processed> {
    const { made, beside, notes } = await recipe(options, signal)
    return noted(await image('process', made, [file, ...beside], 0, signal, progress), notes)
  },

  /** The same for an image that somebody is looking at: it goes before all that waits. */
  async processNow(file: Blob, options: ProcessingOptions, signal?: AbortSignal): Promise<Processed> {
    const { made, beside, notes } = await recipe(options, signal)
    return noted(await image('process', made, [file, ...beside], LOOKING, signal), notes)
  },

  modelInput: (file: Blob, signal?: AbortSignal) => image('modelInput', {}, [file], 0, signal),

  async sha256(file: Blob, signal?: AbortSignal): Promise<string> {
    const done = await pool.call<string>({ request: { op: 'sha256' }, parts: [file], signal })
    return done.value
  },

  /** Starts loading before the first image arrives. */
  warm: () => pool.warm(),

  /** The largest memory that a worker's instance has reached, for figures. */
  peakMemoryBytes: () => pool.peakMemoryBytes,
}
