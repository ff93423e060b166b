// What a naming service or the browser's own model is asked, and what the answers mean: the server's code, in a small wasm module
// that is fetched with the first question. It makes requests and reads answers; the page sends them.
import type { Description } from '../api/types'
import { loadPart } from '../lib/load-part'
import { Instance } from './abi'
import type { Wish } from './device'
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

type Letters = Pick<Wish, 'language' | 'keepAccents'>

export interface Services {
  /** The services that can be asked. */
  known(): { id: string; label: string; origin: string; model: string }[]
  /** @throws EngineFailure where the model's name is none. */
  request(service: KeyedService, image: Uint8Array, mime: string, wish: Wish): ServiceRequest
  /** @throws EngineFailure with the code `key-refused`, `busy` (trying again may help) or `service`. */
  answer(service: KeyedService, status: number, body: Uint8Array, letters: Letters): Description
  question(wish: Wish): Question
  /** What the browser's own model said, cleaned. @throws EngineFailure where there is no name in it. */
  described(text: string, letters: Letters): Description
}

let loading: Promise<Services> | undefined

export function loadServices(): Promise<Services> {
  loading ??= loadPart(() => WebAssembly.compileStreaming(fetch(wasmUrl)))
    .then((module) => Instance.open(module))
    .then(servicesOf)
    .catch((error) => {
      loading = undefined
      throw error
    })
  return loading
}

/** Wraps an instance; also used by tests with an instance of their own. */
export function servicesOf(instance: Instance): Services {
  const ask = <T>(fields: object, parts: Uint8Array[] = []): T => instance.call<T>(fields, parts).value
  return {
    known: () => ask({ op: 'ownServices' }),
    request: (service, image, mime, { context, ...letters }) =>
      ask({ op: 'serviceRequest', service: { ...service, mime }, text: context, ...letters }, [image]),
    answer: (service, status, body, letters) =>
      ask({ op: 'serviceAnswer', service: { ...service, status }, ...letters }, [body]),
    question: ({ context, ...letters }) => ask({ op: 'question', text: context, ...letters }),
    described: (text, letters) => ask({ op: 'described', text, ...letters }),
  }
}
