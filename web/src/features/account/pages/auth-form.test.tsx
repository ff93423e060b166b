import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeServer, fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'
import type { AuthMode } from '../session/auth-mode'
import { currentSession, useSession } from '../session/session'
import { AuthForm } from './auth-form'

const user = { id: 'u1', email: 'ada@example.com', fullName: 'Ada', subscriptionTier: 'starter' }
const session = { body: { user, accessToken: 't', expiresAt: '2099-01-01T00:00:00Z' } }
const LOGIN = 'POST /api/v1/auth/login'

let server: FakeServer
const signedIn = vi.fn()

beforeEach(() => {
  signedIn.mockReset()
  useSession.setState({ status: 'guest', user: null, tier: 'guest', problem: null })
  server = fakeServer({
    [LOGIN]: session,
    'POST /api/v1/auth/signup': { status: 202, body: { message: 'Check your email for a confirmation link!' } },
    'POST /api/v1/auth/forgot': { status: 202, body: { message: 'Password reset email sent! Check your inbox.' } },
    'POST /api/v1/auth/resend': { status: 202, body: { message: 'Check your email for a confirmation link!' } },
    'GET /api/v1/auth/password-rules': {
      body: { min: 6, tooShort: 'Password must be at least 6 characters', newTooShort: '', notNew: '' },
    },
    'GET /api/v1/auth/providers': { body: [{ id: 'github', label: 'GitHub', configured: false }] },
  })
})

function Form({ start }: { start: AuthMode }) {
  const [mode, setMode] = useState(start)
  return <AuthForm mode={mode} onModeChange={setMode} onSignedIn={signedIn} redirect="/dashboard" />
}

async function open(start: AuthMode) {
  await renderAt('/auth', <Form start={start} />)
  return userEvent.setup()
}

const field = (label: string) => screen.getByLabelText(label, { selector: 'input' })
const banner = async () => (await screen.findByRole('alert')).textContent

test('AUTH-04: address, password and Enter sign in', async () => {
  const hand = await open('login')
  await hand.type(field('Email'), 'ada@example.com')
  await hand.type(field('Password'), 'secret1{Enter}')
  await vi.waitFor(() => expect(signedIn).toHaveBeenCalledOnce())
  expect(server.asked[0]?.body).toEqual({ email: 'ada@example.com', password: 'secret1', restore: false })
  expect(currentSession().status).toBe('signed-in')
})

test('AUTH-02: a short password and a wrong confirmation get the exact words, without a call', async () => {
  const hand = await open('signup')
  await hand.type(field('Full name'), 'Ada')
  await hand.type(field('Email'), 'ada@example.com')
  await hand.type(field('Password'), 'short')
  await hand.click(screen.getByRole('button', { name: 'Create Account' }))
  expect(await banner()).toContain('Password must be at least 6 characters')
  await hand.type(field('Password'), '12')
  await hand.type(field('Confirm password'), 'other')
  await hand.click(screen.getByRole('button', { name: 'Create Account' }))
  expect(await banner()).toContain('Passwords do not match')
  expect(server.asked.filter(({ what }) => what.startsWith('POST'))).toEqual([])
})

test.each([
  ['signup', 'Full name', 'Create Account'],
  ['forgot', 'Email', 'Send Reset Link'],
] as const)('in %s the field that is wrong is marked, and the banner is its message', async (mode, label, button) => {
  const hand = await open(mode)
  await hand.click(screen.getByRole('button', { name: button }))
  const alert = await screen.findByRole('alert')
  expect(field(label).getAttribute('aria-invalid')).toBe('true')
  expect(field(label).getAttribute('aria-errormessage')).toBe(alert.id)
})

test('AUTH-03: a sign-up says so and becomes the login with an empty form', async () => {
  const hand = await open('signup')
  await hand.type(field('Full name'), 'Ada')
  await hand.type(field('Email'), 'ada@example.com')
  await hand.type(field('Password'), 'secret1')
  await hand.type(field('Confirm password'), 'secret1{Enter}')
  expect(await screen.findByText('Check your email for a confirmation link!')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy()
  expect(field('Email')).toHaveProperty('value', '')
})

test('AUTH-05: forgot always gives the same sentence', async () => {
  const hand = await open('forgot')
  await hand.type(field('Email'), 'nobody@example.com{Enter}')
  expect(await screen.findByText('Password reset email sent! Check your inbox.')).toBeTruthy()
})

test('AUTH-01: switching the mode clears fields and banner', async () => {
  const hand = await open('login')
  await hand.type(field('Email'), 'not an address{Enter}')
  expect(await banner()).toContain('valid email')
  await hand.click(screen.getByRole('button', { name: 'Create one' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(field('Email')).toHaveProperty('value', '')
})

test("the service's own sentence is shown, and the password stays for another try", async () => {
  server.on(LOGIN, { status: 400, body: { title: 'Invalid login credentials', code: 'invalid_credentials' } })
  const hand = await open('login')
  await hand.type(field('Email'), 'ada@example.com')
  await hand.type(field('Password'), 'secret1{Enter}')
  expect(await banner()).toContain('Invalid login credentials')
  expect(field('Password')).toHaveProperty('value', 'secret1')
})

test('an unconfirmed address is offered a new link', async () => {
  server.on(LOGIN, { status: 403, body: { title: 'Email not confirmed', code: 'email_not_confirmed' } })
  const hand = await open('login')
  await hand.type(field('Email'), 'ada@example.com')
  await hand.type(field('Password'), 'secret1{Enter}')
  await hand.click(await screen.findByRole('button', { name: 'Send the link again' }))
  expect(await screen.findByText('Check your email for a confirmation link!')).toBeTruthy()
})

test('a deactivated account is offered back', async () => {
  server.on(LOGIN, ({ body }) =>
    (body as { restore: boolean }).restore
      ? session
      : { status: 403, body: { title: 'This account is deactivated.', code: 'account_deactivated' } },
  )
  const hand = await open('login')
  await hand.type(field('Email'), 'ada@example.com')
  await hand.type(field('Password'), 'secret1{Enter}')
  await hand.click(await screen.findByRole('button', { name: 'Restore my account' }))
  await vi.waitFor(() => expect(signedIn).toHaveBeenCalledOnce())
})

test('AUTH-06: a provider that is not set up answers with a reason', async () => {
  const hand = await open('login')
  await hand.click(screen.getByRole('button', { name: 'Continue with GitHub' }))
  expect(await banner()).toMatch(/^Social login failed: signing in with GitHub is not set up/)
})

test('password managers find what they look for', async () => {
  await open('signup')
  expect(field('Email').getAttribute('autocomplete')).toBe('email')
  expect(field('Password').getAttribute('autocomplete')).toBe('new-password')
})

test('on a server that sends no mail the way to its mailbox is shown', async () => {
  const body = { message: 'Password reset email sent! Check your inbox.', mailbox: '/dev/mailbox?token=t' }
  server.on('POST /api/v1/auth/forgot', { status: 202, body })
  const hand = await open('forgot')
  await hand.type(field('Email'), 'ada@example.com{Enter}')
  expect((await screen.findByRole('link', { name: /Open its mailbox/ })).getAttribute('href')).toBe(
    '/dev/mailbox?token=t',
  )
})
