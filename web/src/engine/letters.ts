// The letters of a text mark as curves. Which fonts a text needs and how it is shaped is decided by a module of its own,
// loaded with the first text mark. Fonts are fetched once; the curves of the last text serve the whole batch.

import type { ProcessingOptions } from '../api/types'
import { EngineFailure, Instance } from './abi'
import wasmUrl from './pkg/text.wasm?url'

const DEFAULT_FAMILY = 'Inter'
/** Scripts whose fonts have a list of their own: Han, kana, Hangul and their punctuation and wide forms. */
const EAST_ASIAN =
  /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\ud840-\ud888]/

type Outline = Uint8Array<ArrayBuffer>

export class Letters {
  readonly #load: () => Promise<WebAssembly.Module>
  readonly #files = new Map<string, Promise<Uint8Array>>()
  #instance: Promise<Instance> | undefined
  #last: { key: string; outline: Promise<Outline> } | undefined

  constructor(load: () => Promise<WebAssembly.Module>) {
    this.#load = load
  }

  /** The curves of the recipe's text; `null` when it has none, or when no font has any of its characters. */
  async outline(options: ProcessingOptions): Promise<Outline | null> {
    const text = options.enableTextWatermark ? options.textWatermark.trim() : ''
    if (text === '') return null
    const key = JSON.stringify([options.textWatermarkFontFamily, text])
    if (this.#last?.key !== key) this.#last = { key, outline: this.#shape(options.textWatermarkFontFamily, text) }
    const { outline } = this.#last
    try {
      const bytes = await outline
      return bytes.length > 0 ? bytes : null
    } catch (error) {
      // Nothing that failed is kept: the next call tries again, after a crash with a new instance.
      if (this.#last?.outline === outline) this.#last = undefined
      if (!(error instanceof EngineFailure)) this.#instance = undefined
      throw error
    }
  }

  async #shape(family: string, text: string): Promise<Outline> {
    this.#instance ??= this.#load().then(Instance.open)
    const names = EAST_ASIAN.test(text) ? ['index.json', 'east-asian.json'] : ['index.json']
    const lists = Promise.all(names.map((name) => this.#file(name)))
    const [instance, index] = await Promise.all([this.#instance, lists])
    // A file that cannot be fetched is empty; the default family stands behind it, and the outline's warnings say so.
    const fontsOf = (family: string) => {
      const { value: names } = instance.call<string[]>({ op: 'fontFiles', family, text }, index)
      return Promise.all(names.map((name) => this.#file(name).catch(() => new Uint8Array(0))))
    }
    const wanted = await fontsOf(family)
    if (wanted.length === 0) return new Uint8Array(0)
    const complete = wanted.every((font) => font.length > 0)
    const fonts = complete ? wanted : [...wanted, ...(await fontsOf(DEFAULT_FAMILY))]
    return instance.call({ op: 'outline', text }, fonts).bytes
  }

  #file(name: string): Promise<Uint8Array> {
    let bytes = this.#files.get(name)
    if (!bytes) {
      bytes = fetched(name)
      bytes.catch(() => this.#files.delete(name))
      this.#files.set(name, bytes)
    }
    return bytes
  }
}

async function fetched(name: string): Promise<Uint8Array> {
  const response = await fetch(`/fonts/${name}`)
  if (!response.ok) throw new Error(`The font file ${name} could not be loaded (${response.status}).`)
  return new Uint8Array(await response.arrayBuffer())
}

export const letters = new Letters(() => WebAssembly.compileStreaming(fetch(wasmUrl)))
