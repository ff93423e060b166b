import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeServer, fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'
import { ChangePasswordDialog, CLOSE_AFTER_MS } from './change-password-dialog'
import { changeFaultOf } from './password-rules'

const RULES = {
  min: 6,
  tooShort: 'Password must be at least 6 characters',
  newTooShort: 'New password must be at least 6 characters long',
  notNew: 'New password must be different from current password',
}
const CHANGE = 'POST /api/v1/auth/password'
let server: FakeServer

beforeEach(() => {
  server = fakeServer({ [CHANGE]: { body: { message: 'Password updated successfully!' } } })
})

afterEach(() => {
  vi.useRealTimers()
})

test.each([
  [{ current: 'secret1', next: 'short', confirmation: 'short' }, 'New password must be at least 6 characters long'],
  [{ current: 'secret1', next: 'secret2', confirmation: 'secret3' }, 'New passwords do not match'],
  [
    { current: 'secret1', next: 'secret1', confirmation: 'secret1' },
    'New password must be different from current password',
  ],
  [{ current: '', next: 'secret1', confirmation: 'secret1' }, 'Current password is required'],
  [{ current: 'secret1', next: 'secret2', confirmation: 'secret2' }, undefined],
])('AUTH-10: %o gives %s', (change, message) => {
  expect(changeFaultOf(change, RULES)).toBe(message)
})

async function fillIn(onClose: () => void) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await renderAt('/x', <ChangePasswordDialog opened onClose={onClose} email="ada@example.com" />)
  const hand = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await hand.type(screen.getByLabelText('Current password'), 'secret1')
  await hand.type(screen.getByLabelText('New password'), 'secret2')
  await hand.type(screen.getByLabelText('Confirm new password'), 'secret2{Enter}')
}

test('AUTH-10: success is said, and the dialog closes two seconds later', async () => {
  const onClose = vi.fn()
  await fillIn(onClose)
  expect(await screen.findByText('Password updated successfully!')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(CLOSE_AFTER_MS))
  expect(onClose).toHaveBeenCalledOnce()
  expect(server.asked.find(({ what }) => what === CHANGE)?.body).toEqual({
    currentPassword: 'secret1',
    newPassword: 'secret2',
  })
})

test("AUTH-10: a wrong current password is the server's to say", async () => {
  server.on(CHANGE, { status: 422, body: { title: 'Current password is incorrect', code: 'validation_failed' } })
  const onClose = vi.fn()
  await fillIn(onClose)
  expect((await screen.findByRole('alert')).textContent).toBe('Current password is incorrect')
  await act(() => vi.advanceTimersByTimeAsync(CLOSE_AFTER_MS * 2))
  expect(onClose).not.toHaveBeenCalled()
})
