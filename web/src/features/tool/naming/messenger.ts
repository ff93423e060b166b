// Sends requests to one naming service through a worker whose policy allows that service alone (`/services/ID.js`); the page itself
// may talk to our server only.
import type { ServiceRequest } from '@/engine/services'

export interface Posted {
  status: number
  /** Seconds to wait before another try; 0 when the service does not say, or hides it from pages. */
  retryAfter: number
  bytes: Uint8Array
}

/** Nothing came back: the service was too slow, or could not be reached. */
export class NoReply extends Error {
  readonly late: boolean

  constructor(late: boolean) {
    super(late ? 'late' : 'unreachable')
    this.late = late
  }
}

export type Post = (request: ServiceRequest, signal: AbortSignal) => Promise<Posted>

type FromWorker = { id: number } & (Posted | { failed: 'late' | 'unreachable' })

const TIME_OUT_MS = 30_000

const open = new Map<string, Post>()

/** One worker for each service, started with its first request. */
export function messengerTo(service: string): Post {
  const known = open.get(service)
  if (known) return known
  const made = messenger(() => new Worker(`/services/${service}.js`))
  open.set(service, made)
  return made
}

export function messenger(start: () => Worker): Post {
  const waiting = new Map<number, { resolve: (posted: Posted) => void; reject: (cause: unknown) => void }>()
  let worker: Worker | undefined
  let last = 0
  const begin = (): Worker => {
    const begun = start()
    begun.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('failed' in data) waiting.get(data.id)?.reject(new NoReply(data.failed === 'late'))
      else waiting.get(data.id)?.resolve(data)
      waiting.delete(data.id)
    }
    // The script did not come: the next request tries again.
    begun.onerror = () => {
      for (const { reject } of waiting.values()) reject(new NoReply(false))
      waiting.clear()
      worker = undefined
      begun.terminate()
    }
    return begun
  }
  return ({ url, headers, body }, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      worker ??= begin()
      last += 1
      const id = last
      const post = worker
      const stop = () => {
        if (waiting.delete(id)) post.postMessage({ id, stop: true })
        reject(signal.reason)
      }
      // One signal serves a whole run: listeners of what is done would pile up on it.
      const done = () => signal.removeEventListener('abort', stop)
      waiting.set(id, {
        resolve: (posted) => {
          done()
          resolve(posted)
        },
        reject: (cause) => {
          done()
          reject(cause)
        },
      })
      signal.addEventListener('abort', stop)
      post.postMessage({ id, url, headers, body, timeOutMs: TIME_OUT_MS })
    })
}
