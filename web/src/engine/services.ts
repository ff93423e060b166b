// What a naming service or the browser's own model is asked, and what the answers mean: the server's code, in a small wasm module
// that is fetched with the first question. It makes requests and reads answers; the page sends them.
import type { Description } from '../api/types'
import type { Instance } from './abi'
import type { Wish } from './device'
import { moduleLoader } from './load-module'
import wasmUrl from './pkg/services.wasm?url'

/** A service with the person's own key. */
interface KeyedService {
  id: string
  /** Empty for the service's usual one. */
  model: string
  key: string
}

export interface ServiceRequest {
  url: string
  headers: [string, string][]
  body: string
}

interface Question {
  prompt: string
  /** The answer's shape, as JSON schema. */
  schema: object
}

type Spelling = Pick<Wish, 'language' | 'keepAccents'>

/** `again` after an answer in another language. */
type Asking = Wish & { again?: boolean }

export interface Heard {
  described: Description
  /** Whether the answer is in another language than the one that was asked for. */
  wrongLanguage: boolean
}

export interface Services {
  /** The services that can be asked. */
  known(): { id: string; label: string; origin: string; model: string }[]
  /** @throws EngineFailure where the model's name is none. */
  request(service: KeyedService, image: Uint8Array, mime: string, asking: Asking): ServiceRequest
  /** @throws EngineFailure with the code `key-refused`, `busy` (trying again may help) or `service`. */
  answer(service: KeyedService, status: number, body: Uint8Array, spelling: Spelling): Heard
  question(asking: Asking): Question
  /** What the browser's own model said, cleaned. @throws EngineFailure where there is no name in it. */
  described(text: string, spelling: Spelling): Heard
}

/** Asks once more after an answer in another language. Without a second answer the first is used. */
export async function inLanguage(ask: (again: boolean) => Promise<Heard>, signal: AbortSignal): Promise<Description> {
  const first = await ask(false)
  if (!first.wrongLanguage) return first.described
  try {
    return (await ask(true)).described
  } catch {
    signal.throwIfAborted()
    return first.described
  }
}

export const loadServices = moduleLoader(wasmUrl, servicesOf)

/** Wraps an instance; also used by tests with an instance of their own. */
export function servicesOf(instance: Instance): Services {
  const ask = <T>(fields: object, parts: Uint8Array[] = []): T => instance.call<T>(fields, parts).value
  return {
    known: () => ask({ op: 'ownServices' }),
    request: (service, image, mime, { context, ...asking }) =>
      ask({ op: 'serviceRequest', service: { ...service, mime }, text: context, ...asking }, [image]),
    answer: (service, status, body, spelling) =>
      ask({ op: 'serviceAnswer', service: { ...service, status }, ...spelling }, [body]),
    question: ({ context, ...asking }) => ask({ op: 'question', text: context, ...asking }),
    described: (text, spelling) => ask({ op: 'described', text, ...spelling }),
  }
}
