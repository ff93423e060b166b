// The worker that names images on this device: one instance of the vision module with its weights. A crash fails
// that image only; the next one gets a fresh instance, with the weights from the browser's store.
import { EngineFailure, Instance } from './abi'
import type { FromWorker } from './messages'
import { post, serveCalls, type WorkerCall } from './serve-calls'
import { forgetWeights, loadWeights, type WeightsFile } from './weights'

let module: WebAssembly.Module | undefined
let model: Instance | undefined

const caches = (self as { caches?: CacheStorage }).caches

/** The model with its weights. Damaged ones are fetched once more past every cache before that is an error. */
async function open(module: WebAssembly.Module, files: WeightsFile[], id: number): Promise<Instance> {
  try {
    return await load(module, files, id, 'default')
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    await forgetWeights(files, caches)
    return load(module, files, id, 'reload').catch(async (again) => {
      await forgetWeights(files, caches)
      throw again
    })
  }
}

/** Hands the weights over part by part, so that no more than one is in memory twice. */
async function load(module: WebAssembly.Module, files: WeightsFile[], id: number, cache: RequestCache) {
  const progress = (loaded: number, total: number) => post({ kind: 'progress', id, loaded, total })
  const parts = await loadWeights(files, { fetch: (url) => fetch(url, { cache }), caches, progress })
  const instance = await Instance.open(module)
  for (const op of ['loadModel', 'loadReader']) {
    const bytes = parts.shift()
    if (bytes) instance.call({ op }, [bytes])
  }
  return instance
}

async function answer({ id, request, parts }: WorkerCall): Promise<FromWorker> {
  if (!module) throw new Error('The vision module is not loaded.')
  model ??= await open(module, request.files as WeightsFile[], id)
  const [image] = parts
  if (!(image instanceof Blob)) {
    return { kind: 'done', id, value: true, blob: null, memoryBytes: model.memoryBytes }
  }
  const bytes = new Uint8Array(await image.arrayBuffer())
  const { value } = model.call({ op: 'describe', text: request.text }, [bytes])
  return { kind: 'done', id, value, blob: null, memoryBytes: model.memoryBytes }
}

function failure(id: number, error: unknown): FromWorker {
  if (error instanceof EngineFailure) return { kind: 'failed', id, code: error.code, message: error.message }
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
    model = undefined
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
