// Every error of the client. `message` is a sentence that can be shown.

export class NominaError extends Error {
  constructor(message, options) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The server cannot be reached, or did not respond in time. */
export class ConnectionFailedError extends NominaError {}

/** The response was cut off. The request may be sent again. */
export class IncompleteResponseError extends NominaError {}

/** The response is not one of Nomina's: the address is probably wrong. */
export class UnexpectedResponseError extends NominaError {}

/** A batch failed or was cancelled as a whole. */
export class BatchFailedError extends NominaError {}

/** The server refused a request. `code` is stable and meant for programs. */
export class ApiError extends NominaError {
  constructor(status, problem, retryAfter) {
    const title = problem.title ?? `The server responded with status ${status}.`
    super(problem.detail ? `${title} (${problem.detail})` : title)
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.fields = Object.fromEntries((problem.errors ?? []).map(({ field, message }) => [field, message]))
    this.retryAfter = retryAfter
  }
}

/** 401: the key is missing, wrong, expired or revoked. */
export class AuthenticationError extends ApiError {}
/** 403: the key lacks a scope, or the plan does not include this. */
export class PermissionDeniedError extends ApiError {}
/** 404 and 410: nothing has this id, or it has expired. */
export class NotFoundError extends ApiError {}
/** 413: an image or the whole request is too large. */
export class TooLargeError extends ApiError {}
/** 400, 409, 415, 422: a value is not valid; `fields` says which. */
export class InvalidRequestError extends ApiError {}
/** 429: too many requests, or the allowance is used up; `retryAfter` is in seconds. */
export class RateLimitError extends ApiError {}
/** 5xx: the server is busy or something failed there. */
export class ServerError extends ApiError {}

const BY_STATUS = {
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  410: NotFoundError,
  413: TooLargeError,
  429: RateLimitError,
}
// What a proxy in front of the server may say in its own words.
const BY_PROXIES = [413, 429, 502, 503, 504]

/** The error for a response that is not a success; `body` is its text. */
export function errorOf(response, body) {
  const { status, url } = response
  const problem = problemOf(body)
  if (!problem && !BY_PROXIES.includes(status)) {
    return new UnexpectedResponseError(`${url} responded with status ${status}, and not as Nomina does. Check the address of the server.`)
  }
  const Kind = BY_STATUS[status] ?? (status >= 500 ? ServerError : InvalidRequestError)
  return new Kind(status, problem ?? {}, retryAfterOf(response))
}

function problemOf(body) {
  try {
    const problem = JSON.parse(body)
    return typeof problem?.code === 'string' ? problem : undefined
  } catch {
    return undefined
  }
}

/** The seconds of `Retry-After`, where the server says so. */
function retryAfterOf(response) {
  const value = response.headers.get('retry-after')
  return value && /^\d+$/.test(value) ? Number(value) : undefined
}
