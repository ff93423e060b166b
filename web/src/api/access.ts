// The access token: in memory only, never in storage. The refresh token lives in an HttpOnly cookie that scripts cannot see.
// One refresh is in flight at a time; whoever needs it waits for the same answer.
import { problemOf, unreachable } from './problem'
import type { SessionAnswer } from './types'

const REFRESH_PATH = '/api/v1/auth/refresh'
/** A token this close to its end is renewed before it is used. */
const RENEW_BEFORE_MS = 30_000

let access: { token: string; expiresAtMs: number } | undefined
let refreshing: Promise<SessionAnswer> | undefined

export function accessToken(): string | undefined {
  return access?.token
}

export function isExpiring(nowMs: number): boolean {
  return access !== undefined && access.expiresAtMs - nowMs < RENEW_BEFORE_MS
}

export function keepAccess(answer: Pick<SessionAnswer, 'accessToken' | 'expiresAt'>): void {
  access = { token: answer.accessToken, expiresAtMs: new Date(answer.expiresAt).getTime() }
}

export function dropAccess(): void {
  access = undefined
}

/** Trades the cookie for a new access token. Throws an ApiError; status 401 means that the session is over. */
export function refreshAccess(timeoutMs = 10_000): Promise<SessionAnswer> {
  refreshing ??= requestRefresh(timeoutMs).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function requestRefresh(timeoutMs: number): Promise<SessionAnswer> {
  let response: Response
  try {
    response = await fetch(REFRESH_PATH, {
      method: 'POST',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (cause) {
    throw unreachable(cause)
  }
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw problemOf(body, response)
  const answer = body as SessionAnswer
  keepAccess(answer)
  return answer
}
