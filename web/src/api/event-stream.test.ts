import { afterEach, expect, test, vi } from 'vitest'
import { dropAccess, keepAccess } from './access'
import { EventParser, followEvents, RECONNECT_MS, type ServerEvent } from './event-stream'

afterEach(dropAccess)

/** Answers one call after the other; a text is a stream that ends after it. Hands out the headers of each call. */
function streams(answers: (string | number)[]): Headers[] {
  const asked: Headers[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const answer = answers[asked.length] ?? 404
    asked.push(request.headers)
    return typeof answer === 'string' ? new Response(answer) : new Response(null, { status: answer })
  })
  return asked
}

async function follow(lastId = '') {
  const events: ServerEvent[] = []
  const waits: number[] = []
  const opened = vi.fn()
  await followEvents('http://localhost/api/v1/events', {
    lastId,
    signal: new AbortController().signal,
    onEvent: (event) => void events.push(event),
    onOpen: opened,
    wait: async (ms) => void waits.push(ms),
  })
  return { events, waits, opened }
}

test('an event may come in pieces, with comments between and several lines of data', () => {
  const parser = new EventParser()
  expect(parser.push(': hello\n\nid: 7\nevent: jo')).toEqual([])
  expect(parser.push('b\r\ndata: {"a":1}\ndata:second\n')).toEqual([])
  expect(parser.push('\nevent: empty\n\n')).toEqual([{ id: '7', kind: 'job', data: '{"a":1}\nsecond' }])
})

test('the bearer goes along, and a break is taken up after the last event seen', async () => {
  keepAccess({ accessToken: 'secret', expiresAt: '2099-01-01T00:00:00Z' })
  const asked = streams(['id: 41\nevent: job\ndata: {}\n\n', 'id: 42\nevent: batch\ndata: {}\n\n', 404])
  const { events, opened } = await follow('40')
  expect(events.map(({ id, kind }) => `${id} ${kind}`)).toEqual(['41 job', '42 batch'])
  expect(asked.map((headers) => headers.get('last-event-id'))).toEqual(['40', '41', '42'])
  expect(asked[0]?.get('authorization')).toBe('Bearer secret')
  expect(opened).toHaveBeenCalledTimes(2)
})

test('a server that fails is left alone for longer each time, and from the start after it has spoken', async () => {
  streams([503, 503, 503, 503, 503, ': here\n\n', 503, 404])
  const { waits } = await follow()
  const [first, second, third, last] = RECONNECT_MS
  expect(waits).toEqual([first, second, third, last, last, first, second])
})

test('a refusal ends it: asking again would be answered the same way', async () => {
  const asked = streams([403])
  expect((await follow()).waits).toEqual([])
  expect(asked).toHaveLength(1)
})
