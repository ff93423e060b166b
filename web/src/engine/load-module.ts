// A wasm module of the page's own thread, fetched with its first use.
import { loadPart } from '../lib/load-part'
import { Instance } from './abi'

/** Gives the same answer every time. What did not come after a few tries can be asked for again. */
export function moduleLoader<T>(url: string, wrap: (instance: Instance) => T): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= loadPart(() => WebAssembly.compileStreaming(fetch(url)))
      .then((module) => Instance.open(module))
      .then(wrap)
      .catch((error) => {
        loading = undefined
        throw error
      })
    return loading
  }
}
