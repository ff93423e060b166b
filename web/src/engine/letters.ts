// The letters of a text mark as curves. Which fonts a text needs and how it is shaped is decided by a module of its own,
// loaded with the first text mark. Fonts are fetched once; the curves of the last text serve the whole batch.
import { t } from '@/lib/messages'
import type { ProcessingOptions } from '../api/types'
import { isNoAnswer } from '../lib/no-answer'
import { EngineFailure, Instance } from './abi'
import wasmUrl from './pkg/text.wasm?url'

/** The service worker keeps this one (src/app/offline/worker.js). */
const DEFAULT_FAMILY = 'Inter'
const FONTS_AWAY = t`The watermark font is not on this device yet. Go online and retry, or turn off the text watermark`
const NO_FONT = t`No font here has the characters of the watermark text. Change the text, or turn off the text watermark`
/** Scripts whose fonts have a list of their own: Han, kana, Hangul and their punctuation and wide forms. */
const EAST_ASIAN =
  /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\ud840-\ud888]/

type Outline = Uint8Array<ArrayBuffer>

interface Shaped {
  /** The curves; `null` when the recipe has no text. */
  curves: Outline | null
  /** What the person should know about them. */
  notes: string[]
}

const NOTHING: Shaped = { curves: null, notes: [] }

export class Letters {
  readonly #load: () => Promise<WebAssembly.Module>
  readonly #files = new Map<string, Promise<Uint8Array>>()
  #instance: Promise<Instance> | undefined
  #last: { key: string; shaped: Promise<Shaped> } | undefined

  constructor(load: () => Promise<WebAssembly.Module>) {
    this.#load = load
  }

  /** @throws an error with a sentence for people when no font has the text's characters, or none can be fetched. */
  async shaped(options: ProcessingOptions): Promise<Shaped> {
    const text = options.enableTextWatermark ? options.textWatermark.trim() : ''
    if (text === '') return NOTHING
    const key = JSON.stringify([options.textWatermarkFontFamily, text])
    if (this.#last?.key !== key) this.#last = { key, shaped: this.#shape(options.textWatermarkFontFamily, text) }
    const { shaped } = this.#last
    try {
      const made = await shaped
      // A font that was away may be there by now.
      if (made.notes.length > 0) this.#forget(shaped)
      return made
    } catch (error) {
      // Nothing that failed is kept: the next call tries again, after a crash with a new instance.
      this.#forget(shaped)
      if (!(error instanceof EngineFailure)) this.#instance = undefined
      throw isNoAnswer(error) ? new Error(FONTS_AWAY, { cause: error }) : error
    }
  }

  #forget(shaped: Promise<Shaped>): void {
    if (this.#last?.shaped === shaped) this.#last = undefined
  }

  async #shape(family: string, text: string): Promise<Shaped> {
    this.#instance ??= this.#load().then(Instance.open)
    const names = EAST_ASIAN.test(text) ? ['index.json', 'east-asian.json'] : ['index.json']
    const lists = Promise.all(names.map((name) => this.#file(name)))
    const [instance, index] = await Promise.all([this.#instance, lists])
    const fontsOf = async (family: string) => {
      const { value: names } = instance.call<string[]>({ op: 'fontFiles', family, text }, index)
      return { wanted: names.length, ...(await this.#those(names)) }
    }
    const own = await fontsOf(family)
    if (own.wanted === 0) throw new Error(NO_FONT)
    // The default family stands in for what cannot be fetched, and a note says so.
    const fonts = own.problem ? [...own.fonts, ...(await fontsOf(DEFAULT_FAMILY)).fonts] : own.fonts
    if (fonts.length === 0) throw own.problem
    const curves: Outline = instance.call({ op: 'outline', text }, fonts).bytes
    return { curves: curves.length > 0 ? curves : null, notes: own.problem ? [standInNote(family, own.problem)] : [] }
  }

  /** The files that could be fetched, and why one could not. */
  async #those(names: string[]): Promise<{ fonts: Uint8Array[]; problem?: unknown }> {
    const files = await Promise.allSettled(names.map((name) => this.#file(name)))
    const fonts = files.flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []))
    const problem = files.find((file) => file.status === 'rejected')?.reason
    return { fonts, problem }
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

function standInNote(family: string, problem: unknown): string {
  return isNoAnswer(problem)
    ? t`Part of the font ${family} is not on this device yet, so ${DEFAULT_FAMILY} was used instead. Retry when you are online.`
    : t`The font ${family} could not be loaded, so ${DEFAULT_FAMILY} was used instead.`
}

async function fetched(name: string): Promise<Uint8Array> {
  const response = await fetch(`/fonts/${name}`)
  if (!response.ok) throw new Error(t`The font file ${name} could not be loaded (${response.status}).`)
  return new Uint8Array(await response.arrayBuffer())
}

export const letters = new Letters(() => WebAssembly.compileStreaming(fetch(wasmUrl)))
