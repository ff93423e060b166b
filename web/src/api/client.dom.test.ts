import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '@/testing/fake-server'
import { accessToken, dropAccess, keepAccess } from './access'
import { answer, api, whenSessionIsOver } from './client'
import { ApiError } from './problem'

const LATER = '2099-01-01T00:00:00Z'
const ME = 'GET /api/v1/me'
const REFRESH = 'POST /api/v1/auth/refresh'
const fresh = { body: { user: { id: '1' }, accessToken: 'fresh', expiresAt: LATER } }
const needsFresh = ({ authorization }: { authorization: string | null }) =>
  authorization === 'Bearer fresh' ? { body: { id: '1' } } : { status: 401, body: { title: 'No user logged in' } }

beforeEach(() => {
  dropAccess()
  whenSessionIsOver(() => undefined)
})

test('a guest sends no token and a 401 is not retried', async () => {
  const server = fakeServer({ [ME]: { status: 401, body: { title: 'No user logged in', code: 'unauthorized' } } })
  await expect(answer(api.GET('/api/v1/me'))).rejects.toThrow('No user logged in')
  expect(server.asked).toMatchObject([{ what: ME, authorization: null }])
})

test('three calls with a worn-out token share one refresh and all succeed', async () => {
  keepAccess({ accessToken: 'old', expiresAt: LATER })
  const server = fakeServer({ [ME]: needsFresh, [REFRESH]: fresh })
  const calls = [1, 2, 3].map(() => answer(api.GET('/api/v1/me')))
  expect(await Promise.all(calls)).toHaveLength(3)
  expect(server.count(REFRESH)).toBe(1)
  expect(accessToken()).toBe('fresh')
})

test('a token about to expire is renewed before the call', async () => {
  keepAccess({ accessToken: 'old', expiresAt: new Date(Date.now() + 5_000).toISOString() })
  const server = fakeServer({ [ME]: needsFresh, [REFRESH]: fresh })
  await answer(api.GET('/api/v1/me'))
  expect(server.asked.map((call) => call.what)).toEqual([REFRESH, ME])
})

test('the call is retried once, not for ever', async () => {
  keepAccess({ accessToken: 'old', expiresAt: LATER })
  const server = fakeServer({ [ME]: { status: 401, body: { title: 'No user logged in' } }, [REFRESH]: fresh })
  await expect(answer(api.GET('/api/v1/me'))).rejects.toBeInstanceOf(ApiError)
  expect(server.count(ME)).toBe(2)
})

test('a refused refresh reports the end of the session', async () => {
  keepAccess({ accessToken: 'old', expiresAt: LATER })
  const over = vi.fn()
  whenSessionIsOver(over)
  fakeServer({ [ME]: needsFresh, [REFRESH]: { status: 401, body: { title: 'Invalid Refresh Token' } } })
  await expect(answer(api.GET('/api/v1/me'))).rejects.toThrow('No user logged in')
  expect(over).toHaveBeenCalledOnce()
})

test('a refresh that cannot reach the server does not end the session', async () => {
  keepAccess({ accessToken: 'old', expiresAt: LATER })
  const over = vi.fn()
  whenSessionIsOver(over)
  fakeServer({ [ME]: needsFresh, [REFRESH]: 'unreachable' })
  await expect(answer(api.GET('/api/v1/me'))).rejects.toBeInstanceOf(ApiError)
  expect(over).not.toHaveBeenCalled()
})

test('a body is sent again with the retry', async () => {
  keepAccess({ accessToken: 'old', expiresAt: LATER })
  const server = fakeServer({ 'PATCH /api/v1/me': needsFresh, [REFRESH]: fresh })
  await answer(api.PATCH('/api/v1/me', { body: { fullName: 'Ada' } }))
  expect(server.asked.at(-1)?.body).toEqual({ fullName: 'Ada' })
})

test('problem+json becomes a typed error with its fields and its wait', async () => {
  const body = {
    title: 'Too many',
    code: 'rate_limited',
    detail: 'Wait',
    errors: [{ field: 'email', message: 'No' }, 7],
  }
  fakeServer({ [ME]: { status: 429, body, headers: { 'retry-after': '30' } } })
  const error = await answer(api.GET('/api/v1/me')).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    message: 'Too many',
    status: 429,
    code: 'rate_limited',
    detail: 'Wait',
    fields: [{ field: 'email', message: 'No' }],
    retryAfterSeconds: 30,
  })
})

test.each([
  ['unreachable' as const, 'The server cannot be reached. Check your connection and try again.'],
  [{ status: 502 }, 'An unexpected error occurred'],
])('%o gives a sentence', async (reply, sentence) => {
  fakeServer({ [ME]: reply })
  await expect(answer(api.GET('/api/v1/me'))).rejects.toThrow(sentence)
})
