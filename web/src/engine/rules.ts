// The business rules on the main thread: a small wasm module, loaded once, then synchronous. The same code decides on
// the server and in the command line.
import type {
  GateWords,
  NameCandidate,
  NameParts,
  NameScene,
  OptionProblem,
  Plan,
  ProcessingOptions,
  SheetCell,
  Tier,
} from '../api/types'
import type { Instance } from './abi'
import { moduleLoader } from './load-module'
import wasmUrl from './pkg/rules.wasm?url'

export type { NameCandidate, NameParts, OptionProblem }

export interface Colour {
  r: number
  g: number
  b: number
  a: number
}

/** What a model said about an image. */
export interface Said {
  name: string
  alternatives: string[]
  altText: string
  keywords: string[]
}

/** A sheet beside the images of a batch, in their order. */
export interface JoinedSheet {
  columns: string[]
  /** The column by which rows were found. */
  key: string
  /** The cells of each image's row; empty without one. */
  cells: SheetCell[][]
  /** What each image's row tells a model. */
  contexts: string[]
  /** Rows that belong to no image. */
  unused: { line: number; key: string }[]
}

/** What a model said about one image. */
interface ImageWords {
  name: string
  alt: string
  keywords: string[]
}

export interface Rules {
  /** A clean name in the letters of the options' language; empty when nothing is left. */
  cleanName(text: string, options?: ProcessingOptions): string
  /** The old name, cleaned; never empty. */
  cleanOriginal(fileName: string): string
  /** The whole new name without its extension. */
  composeName(parts: NameParts, options: ProcessingOptions): string
  /** Full names; collisions, compared without case, get -2, -3. */
  uniqueNames(names: string[]): string[]
  /** Names of a whole batch without extension: a series shares one, other equal ones say what is different. */
  settleNames(batch: NameCandidate[], options?: ProcessingOptions): string[]
  zipEntryName(name: string): string
  /** What the person's own words make of an answer. The name is empty where every word of it is forbidden. */
  ownWords(said: Said, options: ProcessingOptions, scene?: NameScene): Said
  /** Gives every image its row of a CSV file. Throws with a sentence when there is none or it is no sheet. */
  joinSheet(sheet: Uint8Array, names: string[]): JoinedSheet
  /** Takes back what the tier does not include, with a sentence for each. */
  coerceOptions(options: ProcessingOptions, tier: Tier): { options: ProcessingOptions; notes: string[] }
  /** Whether a metadata text holds {name}, {alt} or {keywords}. */
  asksForWords(options: ProcessingOptions): boolean
  /** The recipe of one image: its metadata texts with the image's words. */
  withWords(options: ProcessingOptions, words: ImageWords): ProcessingOptions
  optionProblems(options: ProcessingOptions): OptionProblem[]
  parseColour(text: string): Colour | null
  plans: Plan[]
  defaults: ProcessingOptions
  fontFamilies: string[]
  /** What is said to somebody whose plan does not include an option. */
  gates: GateWords
}

export const loadRules = moduleLoader(wasmUrl, rulesOf)

type Constants = Pick<Rules, 'plans' | 'defaults' | 'fontFamilies' | 'gates'>

/** Wraps an instance; also used by tests with an instance of their own. */
export function rulesOf(instance: Instance): Rules {
  const ask = <T>(op: string, fields: object = {}): T => instance.call<T>({ op, ...fields }).value
  return {
    cleanName: (text, options) => ask('cleanName', { text, options }),
    cleanOriginal: (fileName) => ask('cleanOriginal', { text: fileName }),
    composeName: (parts, options) => ask('composeName', { parts, options }),
    uniqueNames: (names) => ask('uniqueNames', { names }),
    settleNames: (batch, options) => ask('settleNames', { batch, options }),
    zipEntryName: (name) => ask('zipEntryName', { text: name }),
    ownWords: (said, options, scene) => ask('ownWords', { said, options, ...(scene ? { scene } : {}) }),
    joinSheet: (sheet, names) => instance.call<JoinedSheet>({ op: 'joinSheet', names }, [sheet]).value,
    coerceOptions: (options, tier) => ask('coerceOptions', { options, tier }),
    asksForWords: (options) => ask('asksForWords', { options }),
    withWords: (options, words) => ask('withWords', { options, words }),
    optionProblems: (options) => ask('optionProblems', { options }),
    parseColour: (text) => ask('parseColour', { text }),
    ...ask<Constants>('constants'),
  }
}
