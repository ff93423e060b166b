// Server-sent events over fetch: EventSource cannot carry a bearer token. A stream that ends is opened again from the last
// event that was seen, so nothing is missed; a stream that says nothing at all for too long counts as ended.
import { openStream } from './client'

export interface ServerEvent {
  id: string
  kind: string
  data: string
}

interface Following {
  /** The last event seen before; empty for "from now on". */
  lastId: string
  signal: AbortSignal
  onEvent: (event: ServerEvent) => void
  /** Called when a connection stands, also after a break. */
  onOpen?: () => void
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** How long to wait before the next try; the last one is kept. */
export const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000] as const
/** The server says something every 15 seconds. */
const SILENCE_MS = 45_000

/** Follows a stream until the signal ends it, or until the server says that there is nothing to follow. */
export async function followEvents(path: string, following: Following): Promise<void> {
  const { signal, wait = pause } = following
  const place = { lastId: following.lastId, tries: 0 }
  while (!signal.aborted) {
    const again = await readOnce(path, following, place).catch(() => true)
    if (!again || signal.aborted) return
    const delay = RECONNECT_MS[Math.min(place.tries, RECONNECT_MS.length - 1)] ?? 0
    place.tries += 1
    await wait(delay, signal)
  }
}

/** One connection. False when another would be answered the same way. */
async function readOnce(
  path: string,
  { signal, onEvent, onOpen }: Following,
  place: { lastId: string; tries: number },
): Promise<boolean> {
  const silence = new AbortController()
  const headers = { accept: 'text/event-stream', ...(place.lastId ? { 'last-event-id': place.lastId } : {}) }
  const response = await openStream(new Request(path, { headers, signal: AbortSignal.any([signal, silence.signal]) }))
  if (!response.ok || !response.body) return response.status >= 500 || response.status === 429
  onOpen?.()
  const parser = new EventParser()
  let watch = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    for await (const text of textOf(response.body)) {
      clearTimeout(watch)
      watch = setTimeout(() => silence.abort(), SILENCE_MS)
      place.tries = 0
      for (const event of parser.push(text)) {
        if (event.id) place.lastId = event.id
        onEvent(event)
      }
    }
  } finally {
    clearTimeout(watch)
  }
  return true
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    reader.releaseLock()
  }
}

/** Reads the text form of events; pieces may end anywhere, also inside a line. */
export class EventParser {
  #rest = ''
  #fields = { id: '', kind: '', data: [] as string[] }

  push(text: string): ServerEvent[] {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    return lines.flatMap((line) => this.#line(line.replace(/\r$/, '')))
  }

  #line(line: string): ServerEvent[] {
    if (line === '') return this.#dispatch()
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'id') this.#fields.id = value
    if (field === 'event') this.#fields.kind = value
    if (field === 'data') this.#fields.data.push(value)
    return []
  }

  #dispatch(): ServerEvent[] {
    const { id, kind, data } = this.#fields
    this.#fields = { id: '', kind: '', data: [] }
    return data.length > 0 ? [{ id, kind: kind || 'message', data: data.join('\n') }] : []
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        done()
      },
      { once: true },
    )
  })
}
