import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accessToken, dropAccess } from '@/api/access'
import { fakeServer } from '@/testing/fake-server'
import { currentSession, useSession } from './session'
import {
  FOCUS_DELAY_MS,
  followWindow,
  SESSION_ENDED,
  START_CAP_MS,
  startSession,
  VALIDATION_MS,
  validateSession,
} from './session-life'
import { resetPassword } from './sign-in'
import { isSignOutOwed, mayBeSignedIn, oweSignOut, rememberSignIn } from './sign-in-memory'
import { signOut, whenSigningOut } from './sign-out'

const REFRESH = 'POST /api/v1/auth/refresh'
const LOGOUT = 'POST /api/v1/auth/logout'
const user = { id: 'u1', email: 'ada@example.com', fullName: 'Ada Lovelace', subscriptionTier: 'essential' }
const session = { body: { user, accessToken: 'token', expiresAt: '2099-01-01T00:00:00Z' } }

/** The messages of the toasts so far. */
const said = () => [...notificationsStore.getState().notifications, ...notificationsStore.getState().queue].map(textOf)
const textOf = ({ message }: { message?: unknown }) => {
  const inner = (message as { props?: { children?: unknown } }).props?.children
  return String(inner ?? message)
}

let undo: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers()
  dropAccess()
  notifications.clean()
  useSession.setState({ status: 'loading', user: null, tier: 'guest', problem: null })
})

afterEach(() => {
  undo()
  undo = () => undefined
  vi.useRealTimers()
})

async function signedIn() {
  rememberSignIn()
  const server = fakeServer({ [REFRESH]: session, 'GET /api/v1/me': { body: user }, [LOGOUT]: { status: 204 } })
  await startSession()
  return server
}

test('a visitor who never signed in is a guest at once, without a call', async () => {
  const server = fakeServer()
  await startSession()
  expect(currentSession()).toMatchObject({ status: 'guest', tier: 'guest', user: null })
  expect(server.asked).toEqual([])
})

test('a remembered sign-in becomes a session with its tier', async () => {
  await signedIn()
  expect(currentSession()).toMatchObject({ status: 'signed-in', tier: 'essential', user: { id: 'u1' } })
  expect(accessToken()).toBe('token')
})

test('AUTH-11: an unknown tier counts as starter', async () => {
  rememberSignIn()
  const odd = { body: { ...session.body, user: { ...user, subscriptionTier: 'platinum' } } }
  fakeServer({ [REFRESH]: odd })
  await startSession()
  expect(currentSession().tier).toBe('starter')
})

test.each(['Invalid Refresh Token', 'Refresh Token Not Found'])('AUTH-07: %s signs out and forgets', async (title) => {
  rememberSignIn()
  fakeServer({ [REFRESH]: { status: 401, body: { title } } })
  await startSession()
  expect(currentSession().status).toBe('guest')
  expect(mayBeSignedIn()).toBe(false)
})

test('AUTH-08: a server out of reach means going on without a session, and remembering it', async () => {
  rememberSignIn()
  fakeServer({ [REFRESH]: 'unreachable' })
  await startSession()
  expect(currentSession().status).toBe('guest')
  expect(mayBeSignedIn()).toBe(true)
})

/** A server that answers when it is told to, and a browser that ends the request in its time. */
function slowServer() {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), ms)
    return controller.signal
  })
  let answer: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((done, reject) => {
      answer = done
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  })
  return { answer: (body: object) => answer(new Response(JSON.stringify(body))) }
}
const titles = () => notificationsStore.getState().notifications.map(({ title }) => title)

test('AUTH-08: the page goes on without a session after five seconds, and takes one that comes later', async () => {
  rememberSignIn()
  const { answer } = slowServer()
  const started = startSession()
  await vi.advanceTimersByTimeAsync(VALIDATION_MS - 1)
  expect(currentSession().status).toBe('loading')
  await vi.advanceTimersByTimeAsync(1)
  await started
  expect(currentSession()).toMatchObject({ status: 'guest', problem: null })
  expect(mayBeSignedIn()).toBe(true)
  answer(session.body)
  await vi.advanceTimersByTimeAsync(1)
  expect(currentSession().status).toBe('signed-in')
})

test('AUTH-08: start-up is capped at ten seconds with a message that can be seen', async () => {
  rememberSignIn()
  notifications.clean()
  slowServer()
  void startSession()
  await vi.advanceTimersByTimeAsync(START_CAP_MS)
  expect(currentSession()).toMatchObject({ status: 'guest', problem: 'Auth initialization timeout' })
  expect(titles()).toContain('Auth initialization timeout')
  expect(mayBeSignedIn()).toBe(true)
})

test('AUTH-08: the cap holds whatever hangs, and a late failure changes nothing', async () => {
  rememberSignIn()
  let fail: (cause: Error) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise((_, reject) => (fail = reject)))
  void startSession()
  await vi.advanceTimersByTimeAsync(START_CAP_MS)
  expect(currentSession()).toMatchObject({ status: 'guest', problem: 'Auth initialization timeout' })
  fail(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(1)
  expect(currentSession().problem).toBe('Auth initialization timeout')
})

test('AUTH-08: coming back to the tab checks the session after 300 ms, once', async () => {
  const server = await signedIn()
  undo = followWindow()
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(FOCUS_DELAY_MS - 1)
  expect(server.count('GET /api/v1/me')).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.count('GET /api/v1/me')).toBe(1)
})

test('AUTH-11: a background failure keeps what is on screen', async () => {
  const server = await signedIn()
  for (const reply of ['unreachable', { status: 500 }] as const) {
    server.on('GET /api/v1/me', reply)
    await validateSession()
    expect(currentSession()).toMatchObject({ status: 'signed-in', user: { id: 'u1' } })
  }
})

test('a session that the server has ended is over at the next look', async () => {
  const server = await signedIn()
  undo = followWindow()
  server.on('GET /api/v1/me', { status: 401, body: { title: 'No user logged in' } })
  server.on(REFRESH, { status: 401, body: { title: 'Invalid Refresh Token' } })
  await validateSession()
  expect(currentSession()).toMatchObject({ status: 'guest', problem: SESSION_ENDED })
  expect(said()).toEqual([SESSION_ENDED])
})

test('signing out says so', async () => {
  await signedIn()
  await signOut()
  expect(said()).toEqual(['You are signed out on this device.'])
  await signOut('global')
  expect(said()).toEqual(['You are signed out on every device.'])
})

test('AUTH-09: signing out clears this device before the server answers', async () => {
  const server = await signedIn()
  const done = signOut()
  expect(currentSession().status).toBe('guest')
  expect(accessToken()).toBeUndefined()
  await done
  expect(server.asked.at(-1)).toMatchObject({ what: LOGOUT, authorization: 'Bearer token' })
})

test('AUTH-09: what a person leaves on this device goes when they sign out, not when their session ends', async () => {
  const clear = vi.fn()
  const forget = whenSigningOut(clear)
  const server = await signedIn()
  undo = followWindow()
  server.on('GET /api/v1/me', { status: 401 })
  server.on(REFRESH, { status: 401 })
  await validateSession()
  expect(currentSession().status).toBe('guest')
  expect(clear).not.toHaveBeenCalled()
  await signOut()
  expect(clear).toHaveBeenCalledOnce()
  forget()
})

test('AUTH-09: a sign-out that cannot reach the server succeeds and is sent at the next start', async () => {
  const server = await signedIn()
  server.on(LOGOUT, 'unreachable')
  await expect(signOut()).resolves.toBeUndefined()
  expect(isSignOutOwed()).toBe(true)
  server.on(LOGOUT, { status: 204 })
  await startSession()
  expect(currentSession().status).toBe('guest')
  expect(isSignOutOwed()).toBe(false)
})

test('an owed sign-out wins over a remembered sign-in', async () => {
  const server = fakeServer({ [REFRESH]: session, [LOGOUT]: { status: 204 } })
  rememberSignIn()
  oweSignOut(true)
  await startSession()
  expect(currentSession().status).toBe('guest')
  expect(server.count(REFRESH)).toBe(0)
})

test('AUTH-09: a sign-out in another tab is followed', async () => {
  await signedIn()
  undo = followWindow()
  window.dispatchEvent(new StorageEvent('storage', { key: 'nomina-signed-in', newValue: null }))
  expect(currentSession().status).toBe('guest')
})

test('a sign-in in another tab is followed, also when it is somebody else', async () => {
  const server = await signedIn()
  undo = followWindow()
  const other = { ...user, id: 'u2', email: 'grace@example.com' }
  server.on(REFRESH, { body: { ...session.body, user: other, accessToken: 'theirs' } })
  vi.useRealTimers()
  new BroadcastChannel('nomina-session').postMessage('signed-in')
  await vi.waitFor(() => expect(currentSession().user?.id).toBe('u2'))
  expect(accessToken()).toBe('theirs')
})

test('AUTH-05: a new password by the link ends the session of this browser too', async () => {
  const server = await signedIn()
  server.on('POST /api/v1/auth/reset', { body: { message: 'Password updated successfully!' } })
  await resetPassword('link', 'secret2')
  expect(currentSession().status).toBe('guest')
  expect(mayBeSignedIn()).toBe(false)
})
