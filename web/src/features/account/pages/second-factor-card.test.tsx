import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { keepAccess } from '@/api/access'
import { type FakeServer, fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'
import { useSession } from '../session/session'
import { SecondFactorCard } from './second-factor-card'

const off = { isOn: false, appConfirmedAt: null, recoveryCodesLeft: 0, passkeys: [] }
const passkey = {
  id: 'p1',
  name: 'Laptop',
  isSynced: true,
  createdAt: '2026-11-01T10:00:00Z',
  lastUsedAt: null,
}
const on = { isOn: true, appConfirmedAt: '2026-11-01T10:00:00Z', recoveryCodesLeft: 2, passkeys: [passkey] }
const STATUS = 'GET /api/v1/me/second-factor'
const codes = Array.from({ length: 10 }, (_, at) => `code-${at}`)

let server: FakeServer

beforeEach(() => {
  keepAccess({ accessToken: 'token', expiresAt: '2099-01-01T00:00:00Z' })
  const user = { id: 'u1', email: 'ada@example.com', hasPassword: true }
  useSession.setState({ status: 'signed-in', user: user as never, tier: 'starter' })
  server = fakeServer({
    [STATUS]: { body: off },
    'POST /api/v1/me/second-factor/app': { body: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x', qrCode: '<svg/>' } },
    'POST /api/v1/me/second-factor/app/confirm': { body: { recoveryCodes: codes } },
    'POST /api/v1/me/second-factor/off': { status: 204 },
    'POST /api/v1/me/second-factor/recovery-codes': { body: { recoveryCodes: codes } },
    'PATCH /api/v1/me/passkeys/p1': { body: { ...passkey, name: 'Blue key' } },
  })
})

async function open() {
  await renderAt('/dashboard/profile', <SecondFactorCard />)
  await screen.findByText('Authenticator app')
  return userEvent.setup()
}

test('an app is set up with the password, the QR code and a first code, and the recovery codes are shown', async () => {
  const hand = await open()
  await hand.click(screen.getByRole('button', { name: 'Set up an app' }))
  const dialog = await screen.findByRole('dialog', { name: 'Set up an authenticator app' })
  await hand.type(within(dialog).getByLabelText('Your password'), 'secret1{Enter}')
  expect(await within(dialog).findByAltText('QR code for your authenticator app')).toBeTruthy()
  expect(within(dialog).getByLabelText<HTMLInputElement>('Or enter this key').value).toBe('ABCD EFGH')
  server.on(STATUS, { body: { ...on, passkeys: [], recoveryCodesLeft: 10 } })
  await hand.type(within(dialog).getByLabelText('Code from the app'), '123456{Enter}')
  expect(within(await within(dialog).findByLabelText('Recovery codes')).getAllByRole('listitem')).toHaveLength(10)
  await hand.click(within(dialog).getByRole('button', { name: 'I Have Saved Them' }))
  expect(await screen.findByText('10 of 10 left.')).toBeTruthy()
})

test('what is set up is listed, few codes are said to be few, and a passkey gets another name', async () => {
  server.on(STATUS, { body: on })
  const hand = await open()
  expect(screen.getByText('Only 2 of 10 left. Generate new ones.')).toBeTruthy()
  expect(screen.getByText(/not used yet, synced across devices/)).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Rename Laptop' }))
  const field = screen.getByLabelText('New name for Laptop')
  await hand.clear(field)
  server.on(STATUS, { body: { ...on, passkeys: [{ ...passkey, name: 'Blue key' }] } })
  await hand.type(field, 'Blue key{Enter}')
  expect(await screen.findByText('Blue key')).toBeTruthy()
})

test('turning it off needs the password or a code', async () => {
  server.on(STATUS, { body: on })
  const hand = await open()
  await hand.click(screen.getByRole('button', { name: 'Turn Off Two-Step Sign-In' }))
  const dialog = await screen.findByRole('dialog', { name: 'Turn off two-step sign-in' })
  const go = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Turn Off' })
  expect(go.disabled).toBe(true)
  await hand.click(within(dialog).getByRole('button', { name: 'Use a code instead' }))
  server.on(STATUS, { body: off })
  await hand.type(within(dialog).getByLabelText('Code'), '123456{Enter}')
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Turn Off Two-Step Sign-In' })).toBeNull())
  const sent = server.asked.find(({ what }) => what === 'POST /api/v1/me/second-factor/off')
  expect(sent?.body).toEqual({ code: '123456' })
})

test('a list that does not come can be asked for again', async () => {
  server.on(STATUS, { status: 500, body: { title: 'x', code: 'internal' } })
  await renderAt('/dashboard/profile', <SecondFactorCard />)
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
})
