import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { keepAccess } from '@/api/access'
import { type FakeServer, fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'
import { currentSession, useSession } from '../session/session'
import { Devices } from './devices'

const here = {
  id: 's1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  ipPrefix: '192.0.2.0/24',
  createdAt: '2026-11-01T10:00:00Z',
  lastUsedAt: '2026-11-15T10:00:00Z',
  isCurrent: true,
}
const phone = { ...here, id: 's2', userAgent: 'Mozilla/5.0 (iPhone) Safari/605', isCurrent: false }
const LIST = 'GET /api/v1/auth/sessions'

let server: FakeServer

beforeEach(() => {
  keepAccess({ accessToken: 'token', expiresAt: '2099-01-01T00:00:00Z' })
  useSession.setState({ status: 'signed-in', user: { id: 'u1', email: 'ada@example.com' } as never, tier: 'starter' })
  server = fakeServer({
    [LIST]: { body: [here, phone] },
    'DELETE /api/v1/auth/sessions/s2': { status: 204 },
    'POST /api/v1/auth/logout': { status: 204 },
  })
})

async function open() {
  await renderAt('/dashboard/profile', <Devices />)
  await screen.findByText('Firefox on Linux')
  return userEvent.setup()
}

test('each device is named, and the one here cannot be ended by accident', async () => {
  await open()
  expect(screen.getByText('Safari on iOS')).toBeTruthy()
  expect(screen.getByText('This device')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Sign Out:/ })).toHaveLength(1)
})

test('two devices of the same name are told apart by when they signed in', async () => {
  server.on(LIST, { body: [here, { ...phone, createdAt: '2026-11-02T10:00:00Z' }, { ...phone, id: 's3' }] })
  await open()
  const names = screen.getAllByRole('button', { name: /^Sign Out:/ }).map((button) => button.getAttribute('aria-label'))
  expect(new Set(names).size).toBe(2)
  expect(screen.getAllByText(/^Signed in/)).toHaveLength(3)
})

test('ending a session asks the server and shows the list as it is then', async () => {
  const hand = await open()
  server.on(LIST, { body: [here] })
  await hand.click(screen.getByRole('button', { name: /^Sign Out: Safari on iOS/ }))
  await expect.poll(() => screen.queryByText('Safari on iOS')).toBeNull()
  expect(server.count('DELETE /api/v1/auth/sessions/s2')).toBe(1)
})

test('other devices can be signed out at once, and this one stays', async () => {
  const hand = await open()
  server.on(LIST, { body: [here] })
  await hand.click(screen.getByRole('button', { name: 'Sign Out Other Devices' }))
  await expect.poll(() => screen.queryByText('Safari on iOS')).toBeNull()
  expect(currentSession().status).toBe('signed-in')
})

test('signing out everywhere ends this device as well', async () => {
  const hand = await open()
  await hand.click(screen.getByRole('button', { name: 'Sign Out Everywhere' }))
  expect(currentSession().status).toBe('guest')
  await expect.poll(() => server.count('POST /api/v1/auth/logout')).toBe(1)
})
