// A name from a service that the page asks itself with the person's own key. A busy service is asked again after a while. A refused
// key, or a service that keeps failing, is not asked again in this run.
import { EngineFailure } from '@/engine/abi'
import { type Heard, inLanguage, loadServices, type ServiceRequest, type Services } from '@/engine/services'
import { t } from '@/lib/messages'
import { seenOf } from '../model/seen'
import { noteCopy } from '../model/sent-store'
import { messengerTo, NoReply, type Post } from './messenger'
import type { ReadyService } from './own-services'
import { ENGLISH } from './spelling'
import { pause, type SuggestName } from './suggest-name'

interface AskTools {
  services: () => Promise<Services>
  post: Post
  /** Told once when the service does not accept the key. */
  refused: (sentence: string) => void
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const TRIES = 4
const LONGEST_WAIT_S = 20
/** So many images in a row without an answer, and the rest of the run is not sent. */
const FAILURES = 3

/** `refused` is told once when the service does not accept the key. */
export function ownNamer(service: ReadyService, refused: (sentence: string) => void): SuggestName {
  return serviceNamer(service, { services: loadServices, post: messengerTo(service.id), refused })
}

export function serviceNamer(service: ReadyService, { services, post, refused, wait = pause }: AskTools): SuggestName {
  let given: Error | undefined
  let failures = 0

  const ask: SuggestName = async ({ image, context, spelling = ENGLISH, fileHash }, signal) => {
    const { request, answer } = await services()
    const bytes = new Uint8Array(await image.arrayBuffer())
    const mime = image.type || 'image/jpeg'
    noteCopy(fileHash)
    const read = (status: number, body: Uint8Array) => answer(service, status, body, spelling)
    const seen = await inLanguage(
      (again) => sent(request(service, bytes, mime, { context, ...spelling, again }), read, signal),
      signal,
    )
    return { suggestedName: seen.name, alternatives: seen.alternatives, provider: service.id, seen: seenOf(seen) }
  }

  const sent = async (
    outgoing: ServiceRequest,
    read: (status: number, body: Uint8Array) => Heard,
    signal: AbortSignal,
  ): Promise<Heard> => {
    for (let attempt = 1; ; attempt++) {
      if (given) throw given
      try {
        const { status, retryAfter, bytes: body } = await post(outgoing, signal)
        if (status === 429 && attempt < TRIES) {
          await wait(waitMs(retryAfter, attempt), signal)
          continue
        }
        return read(status, body)
      } catch (cause) {
        signal.throwIfAborted()
        if (attempt >= triesAfter(cause)) throw cause
        await wait(waitMs(0, attempt), signal)
      }
    }
  }

  return async (asked, signal) => {
    if (given) throw given
    try {
      const named = await ask(asked, signal)
      failures = 0
      return named
    } catch (cause) {
      signal.throwIfAborted()
      if (given) throw given
      const error = sentenceOf(cause, service.label)
      failures += 1
      if (isRefused(cause)) refused(error.message)
      if (isRefused(cause) || failures >= FAILURES) given = error
      throw error
    }
  }
}

function isRefused(cause: unknown): boolean {
  return cause instanceof EngineFailure && cause.code === 'key-refused'
}

/** How often an image is sent in all. Silence has taken its time already. */
function triesAfter(cause: unknown): number {
  if (cause instanceof NoReply) return 2
  return cause instanceof EngineFailure && cause.code === 'busy' ? TRIES : 1
}

function waitMs(retryAfter: number, attempt: number): number {
  return 1000 * Math.min(LONGEST_WAIT_S, retryAfter > 0 ? retryAfter : 2 ** (attempt - 1))
}

function sentenceOf(cause: unknown, label: string): Error {
  if (isRefused(cause))
    return new Error(t`${label} does not accept your key. Enter another one, or choose another model`)
  if (cause instanceof NoReply)
    return new Error(cause.late ? t`${label} did not answer in time` : t`${label} could not be reached`)
  return cause instanceof Error ? cause : new Error(t`An unexpected error occurred`)
}
