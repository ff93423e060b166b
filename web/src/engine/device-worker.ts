// The worker that names images on this device: one instance of the vision module with its weights. A crash fails
// that image only; the next one gets a fresh instance, with the weights from the browser's store.
import { EngineFailure, Instance } from './abi'
import type { FromWorker } from './messages'
import { post, serveCalls, type WorkerCall } from './serve-calls'
import { forgetWeights, loadWeights, type WeightsFile } from './weights'

/** How each file is handed over: what sees, what reads, what makes better names. */
const LOADS = ['loadModel', 'loadReader', 'loadBest'] as const

let module: WebAssembly.Module | undefined
let model: Instance | undefined
/** How many of the files the model has. */
let loaded = 0

const caches = (self as { caches?: CacheStorage }).caches

/** The model with the weights of these files. Damaged ones are fetched once more past every cache before that is an error. */
async function open(module: WebAssembly.Module, files: WeightsFile[], id: number): Promise<Instance> {
  if (model && loaded >= files.length) return model
  const missing = files.slice(model ? loaded : 0)
  try {
    return await load(module, files, id, 'default')
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    await forgetWeights(missing, caches)
    return load(module, files, id, 'reload').catch(async (again) => {
      await forgetWeights(missing, caches)
      throw again
    })
  }
}

/** Adds what the model has not yet. */
async function load(module: WebAssembly.Module, files: WeightsFile[], id: number, cache: RequestCache) {
  const from = model ? loaded : 0
  const progress = (loaded: number, total: number) => post({ kind: 'progress', id, loaded, total })
  const parts = await loadWeights(files.slice(from), { fetch: (url) => fetch(url, { cache }), caches, progress })
  const instance = model ?? (await Instance.open(module))
  // A module that refuses weights has lost those it had.
  model = undefined
  loaded = 0
  for (const op of LOADS.slice(from)) {
    const bytes = parts.shift()
    if (bytes) instance.call({ op }, [bytes])
  }
  model = instance
  loaded = files.length
  return instance
}

async function answer({ id, request, parts }: WorkerCall): Promise<FromWorker> {
  if (!module) throw new Error('The vision module is not loaded.')
  const opened = await open(module, request.files as WeightsFile[], id)
  const [image] = parts
  if (!(image instanceof Blob)) {
    return { kind: 'done', id, value: true, blob: null, memoryBytes: opened.memoryBytes }
  }
  const bytes = new Uint8Array(await image.arrayBuffer())
  const { text, language, keepAccents } = request
  const seen = opened.call<object>({ op: 'describe', text, language, keepAccents }, [bytes]).value
  const model = loaded < LOADS.length ? 'quick' : 'best'
  return { kind: 'done', id, value: { ...seen, model }, blob: null, memoryBytes: opened.memoryBytes }
}

function failure(id: number, error: unknown): FromWorker {
  if (error instanceof EngineFailure) return { kind: 'failed', id, code: error.code, message: error.message }
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
    model = undefined
    loaded = 0
    const message = 'The naming model failed on this image. The other images continue.'
    return { kind: 'failed', id, code: 'crashed', message }
  }
  // A fetch that fails is a TypeError with words of the browser's own.
  const offline = error instanceof TypeError || !(error instanceof Error)
  const message = offline ? 'The naming model could not be loaded. Check your connection and try again.' : error.message
  return { kind: 'failed', id, code: 'not-loaded', message }
}

serveCalls(
  (opened) => {
    module = opened
  },
  answer,
  failure,
)
