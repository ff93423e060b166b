import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeServer, fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'
import { currentSession, useSession } from '../session/session'
import { SecondStep } from './second-step'

const user = { id: 'u1', email: 'ada@example.com', fullName: 'Ada', subscriptionTier: 'starter' }
const session = { body: { user, accessToken: 't', expiresAt: '2099-01-01T00:00:00Z' } }
const WAYS = 'POST /api/v1/auth/second-step/options'
const STEP = 'POST /api/v1/auth/second-step'
const wrong = { status: 400, body: { title: 'This code is not right, or it was used already.', code: 'invalid_code' } }

let server: FakeServer
const signedIn = vi.fn()
const back = vi.fn()

beforeEach(() => {
  signedIn.mockReset()
  back.mockReset()
  useSession.setState({ status: 'guest', user: null, tier: 'guest', problem: null })
  server = fakeServer({ [WAYS]: { body: { app: true, recoveryCode: true, passkey: null } }, [STEP]: session })
})

async function open() {
  await renderAt('/auth', <SecondStep heading="h1" onSignedIn={signedIn} onBack={back} />)
  return userEvent.setup()
}

test('a code of the app and Enter sign in', async () => {
  const hand = await open()
  await hand.type(await screen.findByLabelText('Code from your authenticator app'), '123 456{Enter}')
  await vi.waitFor(() => expect(signedIn).toHaveBeenCalledOnce())
  expect(server.asked.find(({ what }) => what === STEP)?.body).toEqual({ code: '123 456' })
  expect(currentSession().status).toBe('signed-in')
})

test('a wrong code says so and can be repaired', async () => {
  server.on(STEP, wrong)
  const hand = await open()
  const field = await screen.findByLabelText('Code from your authenticator app')
  await hand.type(field, '000000{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('This code is not right, or it was used already.')
  expect(signedIn).not.toHaveBeenCalled()
  server.on(STEP, session)
  await hand.clear(field)
  await hand.type(field, '123456{Enter}')
  await vi.waitFor(() => expect(signedIn).toHaveBeenCalledOnce())
})

test('a recovery code takes the place of the app', async () => {
  const hand = await open()
  await hand.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await hand.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-ijkl-mnop{Enter}')
  await vi.waitFor(() => expect(signedIn).toHaveBeenCalledOnce())
})

test('with passkeys alone there is no field for a code before a recovery code is wanted', async () => {
  server.on(WAYS, {
    body: { app: false, recoveryCode: true, passkey: { challenge: 'AA', rpId: 'x', allow: [], timeoutMs: 1 } },
  })
  const hand = await open()
  await screen.findByRole('button', { name: 'Use a Passkey' })
  expect(screen.queryByRole('textbox')).toBeNull()
  await hand.click(screen.getByRole('button', { name: 'Use a Passkey' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/passkey/)
})

test('a sign-in that has expired leads back', async () => {
  server.on(WAYS, {
    status: 400,
    body: { title: 'Your sign-in has expired. Please sign in again.', code: 'sign_in_expired' },
  })
  const hand = await open()
  expect((await screen.findByRole('alert')).textContent).toBe('Your sign-in has expired. Please sign in again.')
  await hand.click(screen.getByRole('button', { name: 'Back to sign in' }))
  expect(back).toHaveBeenCalledOnce()
})
