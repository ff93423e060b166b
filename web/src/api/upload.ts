// Sending a form with progress: fetch cannot tell how much has gone out. The browser reads files of the form from disk while
// it sends, so a large one is never held in memory.
import { accessToken, isExpiring, refreshAccess } from './access'
import { type ApiError, problemOf, unreachable } from './problem'

export interface Upload {
  form: FormData
  /** Shares of what has gone out, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** The answer's JSON, or an ApiError. */
export async function upload(path: string, what: Upload): Promise<unknown> {
  if (isExpiring(Date.now())) await refreshAccess().catch(() => undefined)
  const first = await send(path, what)
  if (first.status !== 401) return settled(first)
  await refreshAccess()
  return settled(await send(path, what))
}

interface Put {
  body: Blob
  headers: Record<string, string>
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends bytes to an address that is proof enough by itself. The status; 0 when nobody could be reached. */
export function put(address: string, { body, headers, onProgress, signal }: Put): Promise<number> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open('PUT', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => done(request.status)
    request.onerror = () => done(0)
    request.onabort = () => fail(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

interface Sent {
  status: number
  body: unknown
}

function send(path: string, { form, onProgress, signal }: Upload): Promise<Sent> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    const token = accessToken()
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => done({ status: request.status, body: json(request.responseText) })
    request.onerror = () => fail(unreachable(undefined))
    request.onabort = () => fail(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function settled({ status, body }: Sent): unknown {
  if (status >= 200 && status < 300) return body
  throw problem(body, status)
}

function problem(body: unknown, status: number): ApiError {
  return problemOf(body, new Response(null, { status: status === 0 ? 500 : status }))
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
