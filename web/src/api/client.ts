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

/** Fetches with the session. Also used where openapi-fetch does not fit: uploads with progress, streams, downloads. */
export async function authorisedFetch(input: Request): Promise<Response> {
  if (accessToken() && isExpiring(Date.now())) await refreshAccess().catch(() => undefined)
  const token = accessToken()
  const spare = token ? input.clone() : undefined
  const first = await send(input, token)
  if (first.status !== 401 || !spare) return first
  return (await renewed()) ? send(spare, accessToken()) : first
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

async function send(request: Request, token: string | undefined): Promise<Response> {
  if (token) request.headers.set('authorization', `Bearer ${token}`)
  try {
    return await fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(DEFAULT_TIMEOUT_MS)]) })
  } catch (cause) {
    if (request.signal.aborted) throw cause
    throw unreachable(cause)
  }
}
