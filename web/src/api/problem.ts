// Every failure of a call as one typed error. `message` is the sentence to show; `code` is for decisions.
import { t } from '@/lib/messages'

/** What the person sees when neither the server nor the browser has a sentence. */
const UNEXPECTED = t`An unexpected error occurred`

export interface FieldProblem {
  field: string
  message: string
}

interface ProblemFacts {
  status: number
  code: string
  detail?: string | undefined
  fields?: readonly FieldProblem[]
  retryAfterSeconds?: number | undefined
}

export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string | undefined
  readonly fields: readonly FieldProblem[]
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, facts: ProblemFacts) {
    super(message)
    this.name = 'ApiError'
    this.status = facts.status
    this.code = facts.code
    this.detail = facts.detail
    this.fields = facts.fields ?? []
    this.retryAfterSeconds = facts.retryAfterSeconds
  }
}

/** Reads problem+json; a body of another kind (a proxy's page, nothing at all) still gives a usable error. */
export function problemOf(body: unknown, response: Response): ApiError {
  const problem = isRecord(body) ? body : {}
  const retryAfter = Number(response.headers.get('retry-after'))
  return new ApiError(text(problem.title) ?? UNEXPECTED, {
    status: response.status,
    code: text(problem.code) ?? `http_${response.status}`,
    detail: text(problem.detail),
    fields: Array.isArray(problem.errors) ? problem.errors.filter(isFieldProblem) : [],
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  })
}

/** The call never got an answer: no network, time-out, or stopped by us. */
export function unreachable(cause: unknown): ApiError {
  const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError'
  const message = timedOut
    ? t`The server took too long to answer. Please try again.`
    : t`The server cannot be reached. Check your connection and try again.`
  return new ApiError(message, { status: 0, code: timedOut ? 'timeout' : 'unreachable' })
}

/** The sentence for a person, whatever was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : UNEXPECTED
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return isRecord(value) && typeof value.field === 'string' && typeof value.message === 'string'
}
