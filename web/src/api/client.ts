// The one HTTP client. It adds the access token, renews it once when the server says 401, and turns failures into ApiError.
import createClient, { type FetchResponse } from 'openapi-fetch'
import { accessToken, isExpiring, refreshAccess } from './access'
import { problemOf, unreachable } from './problem'
import type { paths } from './schema'

const DEFAULT_TIMEOUT_MS = 30_000

/** Told when the server has ended the session; the account feature listens. */
let onSessionOver: () => void = () => {}

export function whenSessionIsOver(listener: () => void): void {
  onSessionOver = listener
}

export const api = createClient<paths>({ fetch: authorisedFetch })

type Called<Data> = Promise<
  Pick<FetchResponse<Record<string, never>, unknown, 'application/json'>, 'response'> & { data?: Data; error?: unknown }
>

/** The data of a call, or an ApiError. */
export async function answer<Data>(call: Called<Data>): Promise<NonNullable<Data>> {
  const { data, response, error } = await call
  if (!response.ok) throw problemOf(error, response)
  return data as NonNullable<Data>
}

/** A body of changes: what is missing stays as it is. The generated types list every field that has a default. */
export function changes<Body>(some: Partial<NoInfer<Body>>): Body {
  return some as Body
}

/** Fetches with the session. Also used where openapi-fetch does not fit. */
export function authorisedFetch(input: Request): Promise<Response> {
  return authorised(input, DEFAULT_TIMEOUT_MS)
}

/** Fetches with the session and without a time-out, for answers that go on for as long as the page. */
export function openStream(input: Request): Promise<Response> {
  return authorised(input, null)
}

async function authorised(input: Request, timeoutMs: number | null): Promise<Response> {
  if (accessToken() && isExpiring(Date.now())) await refreshAccess().catch(() => undefined)
  const token = accessToken()
  const spare = token ? input.clone() : undefined
  const first = await send(input, token, timeoutMs)
  if (first.status !== 401 || !spare) return first
  return (await renewed()) ? send(spare, accessToken(), timeoutMs) : first
}

async function renewed(): Promise<boolean> {
  try {
    await refreshAccess()
    return true
  } catch (error) {
    if ((error as { status?: number }).status === 401) onSessionOver()
    return false
  }
}

async function send(request: Request, token: string | undefined, timeoutMs: number | null): Promise<Response> {
  if (token) request.headers.set('authorization', `Bearer ${token}`)
  const limits = timeoutMs === null ? [] : [AbortSignal.timeout(timeoutMs)]
  try {
    return await fetch(request, { signal: AbortSignal.any([request.signal, ...limits]) })
  } catch (cause) {
    if (request.signal.aborted) throw cause
    throw unreachable(cause)
  }
}
