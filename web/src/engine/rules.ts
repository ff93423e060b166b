// The business rules on the main thread: a small wasm module, loaded once, then synchronous. The same code decides on
// the server and in the command line.
import type { GateWords, NameCandidate, NameParts, OptionProblem, Plan, ProcessingOptions, Tier } from '../api/types'
import { loadPart } from '../lib/load-part'
import { Instance } from './abi'
import wasmUrl from './pkg/rules.wasm?url'

export type { NameCandidate, NameParts, OptionProblem }

export interface Colour {
  r: number
  g: number
  b: number
  a: number
}

export interface Rules {
  /** The spec's cleaning; empty when nothing is left. */
  cleanName(text: string): string
  /** The old name, cleaned; never empty. */
  cleanOriginal(fileName: string): string
  /** The whole new name without its extension. */
  composeName(parts: NameParts, options: ProcessingOptions): string
  /** Full names; collisions, compared without case, get -2, -3. */
  uniqueNames(names: string[]): string[]
  /** Names of a whole batch without extension: a series shares one, other equal ones say what is different. */
  settleNames(batch: NameCandidate[]): string[]
  zipEntryName(name: string): string
  /** Takes back what the tier does not include, with a sentence for each. */
  coerceOptions(options: ProcessingOptions, tier: Tier): { options: ProcessingOptions; notes: string[] }
  optionProblems(options: ProcessingOptions): OptionProblem[]
  parseColour(text: string): Colour | null
  plans: Plan[]
  defaults: ProcessingOptions
  fontFamilies: string[]
  /** What is said to somebody whose plan does not include an option. */
  gates: GateWords
}

let loading: Promise<Rules> | undefined

/** Resolves to the same rules every time; what did not come after a few tries can be asked for again. */
export function loadRules(): Promise<Rules> {
  loading ??= loadPart(() => WebAssembly.compileStreaming(fetch(wasmUrl)))
    .then(Instance.open)
    .then(rulesOf)
    .catch((error) => {
      loading = undefined
      throw error
    })
  return loading
}

type Constants = Pick<Rules, 'plans' | 'defaults' | 'fontFamilies' | 'gates'>

/** Wraps an instance; also used by tests with an instance of their own. */
export function rulesOf(instance: Instance): Rules {
  const ask = <T>(op: string, fields: object = {}): T => instance.call<T>({ op, ...fields }).value
  return {
    cleanName: (text) => ask('cleanName', { text }),
    cleanOriginal: (fileName) => ask('cleanOriginal', { text: fileName }),
    composeName: (parts, options) => ask('composeName', { parts, options }),
    uniqueNames: (names) => ask('uniqueNames', { names }),
    settleNames: (batch) => ask('settleNames', { batch }),
    zipEntryName: (name) => ask('zipEntryName', { text: name }),
    coerceOptions: (options, tier) => ask('coerceOptions', { options, tier }),
    optionProblems: (options) => ask('optionProblems', { options }),
    parseColour: (text) => ask('parseColour', { text }),
    ...ask<Constants>('constants'),
  }
}
