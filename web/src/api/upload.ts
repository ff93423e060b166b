// Sending a form with progress: fetch cannot tell how much has gone out. The browser reads files of the form from disk while
// it sends, so a large one is never held in memory.
import { accessToken, isExpiring, refreshAccess } from './access'
import { problemOf, unreachable } from './problem'

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

/** Sends bytes to an address that is proof enough by itself. The status; 0 when nobody could be reached. */
export async function put(address: string, what: Request): Promise<number> {
  return (await request('PUT', address, what)).status
}

interface Sent {
  status: number
  body: unknown
}

async function send(path: string, { form, onProgress, signal }: Upload): Promise<Sent> {
  const token = accessToken()
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const { status, text } = await request('POST', path, { body: form, headers, onProgress, signal })
  if (status === 0) throw unreachable(undefined)
  return { status, body: json(text) }
}

interface Request extends Pick<Upload, 'onProgress' | 'signal'> {
  body: Blob | FormData
  headers: Record<string, string>
}

/** By XMLHttpRequest, which says how far it is. The status is 0 when nobody could be reached. */
function request(
  method: string,
  address: string,
  { body, headers, onProgress, signal }: Request,
): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const sent = new XMLHttpRequest()
    sent.open(method, address)
    for (const [name, value] of Object.entries(headers)) sent.setRequestHeader(name, value)
    sent.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    sent.onload = () => done({ status: sent.status, text: sent.responseText })
    sent.onerror = () => done({ status: 0, text: '' })
    sent.onabort = () => fail(signal.reason)
    signal.addEventListener('abort', () => sent.abort(), { once: true })
    sent.send(body)
  })
}

function settled({ status, body }: Sent): unknown {
  if (status >= 200 && status < 300) return body
  throw problemOf(body, new Response(null, { status }))
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
