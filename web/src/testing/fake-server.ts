// A stand-in for the server in tests: answers by method and path, and remembers what was asked.
import { vi } from 'vitest'

export interface Asked {
  /** Such as `POST /api/v1/auth/login`. */
  what: string
  query: URLSearchParams
  body: unknown
  authorization: string | null
}

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | 'unreachable' | 'silent'
type Answer = Reply | ((asked: Asked) => Reply)

export interface FakeServer {
  asked: Asked[]
  /** Sets or replaces the answer to a call. */
  on(what: string, answer: Answer): void
  count(what: string): number
}

/** Replaces `fetch` for one test. A call without an answer is a 404 problem. */
export function fakeServer(answers: Record<string, Answer> = {}): FakeServer {
  const known = new Map(Object.entries(answers))
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = typeof input === 'string' ? new Request(new URL(input, 'http://localhost:8080'), init) : input
    const signal = init?.signal ?? request.signal
    const text = await request.clone().text()
    const call: Asked = {
      what: `${request.method} ${new URL(request.url).pathname}`,
      query: new URL(request.url).searchParams,
      body: text ? JSON.parse(text) : undefined,
      authorization: request.headers.get('authorization'),
    }
    asked.push(call)
    const answer = known.get(call.what) ?? { status: 404, body: { title: 'Not found', code: 'not_found' } }
    return respond(typeof answer === 'function' ? answer(call) : answer, signal)
  })
  return {
    asked,
    on: (what, answer) => void known.set(what, answer),
    count: (what) => asked.filter((call) => call.what === what).length,
  }
}

function respond(reply: Reply, signal: AbortSignal | null | undefined): Promise<Response> | Response {
  if (reply === 'unreachable') throw new TypeError('Failed to fetch')
  if (reply === 'silent') {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  }
  const { status = 200, body, headers } = reply
  const none = status === 204 || body === undefined
  return new Response(none ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': status >= 400 ? 'application/problem+json' : 'application/json', ...headers },
  })
}
