// Asks the server's naming endpoint for one image. Only a reduced copy without metadata goes out. A busy
// server is asked again after the time it names; a reached limit is an answer of its own.
import { t } from '@/lib/messages'
import { type Seen, seenOf } from '../model/seen'
import { ENGLISH, type Spelling } from './spelling'

interface NameRequest {
  image: Blob
  originalName: string
  fileHash: string
  /** The person's words for the model; empty in auto mode. */
  context: string
  /** In which language and letters; plain English without it. */
  spelling?: Spelling | undefined
  /** A program on this computer that should look; the server's own model without it. */
  service?: string | undefined
  /** The job that has reserved this name; without one it is counted by itself. */
  jobId?: string | undefined
}

interface NameAnswer {
  suggestedName: string
  alternatives: string[]
  provider: string
  /** Besides the name: how sure it is, a sentence, search words. */
  seen: Seen
}

/** The plan's naming limit is reached; the message is the server's sentence. */
export class UsageLimitReached extends Error {}

export type SuggestName = (request: NameRequest, signal: AbortSignal) => Promise<NameAnswer>
/** How a request leaves: the app hands in a fetch that carries the session. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

const PATH = '/api/v1/ai/suggest-name'
const LIMIT_CODES = new Set(['daily_limit', 'monthly_limit', 'guest_limit'])
const TRIES = 4
const LONGEST_WAIT_S = 20

interface Problem {
  code?: string
  title?: string
  detail?: string
}

export function nameSuggester(
  send: Send,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = pause,
): SuggestName {
  return async (request, signal) => {
    const ask = () => send(PATH, { method: 'POST', body: formOf(request), signal })
    return readAnswer(await (await patiently(ask, signal, wait)).json())
  }
}

/** Asks until the server has time for it; a reached limit or any other refusal is an error with its sentence. */
export async function patiently(
  ask: () => Promise<Response>,
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = pause,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await ask()
    if (response.ok) return response
    const problem = await readProblem(response)
    if (response.status === 429 && LIMIT_CODES.has(problem.code ?? '')) {
      throw new UsageLimitReached(problem.title ?? t`The naming limit is reached.`)
    }
    const busy = response.status === 429 || response.status === 503
    if (!busy || attempt === TRIES)
      throw new Error(problem.detail ?? problem.title ?? t`The server answered ${response.status}`)
    await wait(retryAfterMs(response, attempt), signal)
  }
}

function formOf({ image, originalName, fileHash, context, spelling, service, jobId }: NameRequest): FormData {
  const form = new FormData()
  form.set('image', image, 'image.jpg')
  form.set('originalName', originalName)
  form.set('fileHash', fileHash)
  form.set('contextMode', context ? 'custom' : 'auto')
  if (context) form.set('context', context)
  const { language, keepAccents } = spelling ?? ENGLISH
  if (language !== 'en') form.set('language', language)
  if (keepAccents) form.set('keepAccents', 'true')
  if (service) form.set('service', service)
  if (jobId) form.set('jobId', jobId)
  return form
}

type Body = Partial<Omit<NameAnswer, 'seen'> & Seen> & { success?: boolean; error?: string | null }

function readAnswer(body: Body): NameAnswer {
  if (!body.success || !body.suggestedName) throw new Error(body.error || t`AI generated invalid filename`)
  const { suggestedName, alternatives = [], provider = '' } = body
  return { suggestedName, alternatives, provider, seen: seenOf(body) }
}

async function readProblem(response: Response): Promise<Problem> {
  try {
    return (await response.json()) as Problem
  } catch {
    return {}
  }
}

function retryAfterMs(response: Response, attempt: number): number {
  const seconds = Number(response.headers.get('retry-after'))
  return 1000 * Math.min(LONGEST_WAIT_S, seconds > 0 ? seconds : 2 ** (attempt - 1))
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
