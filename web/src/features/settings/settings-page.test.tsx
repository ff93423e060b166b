import { Notifications, notifications } from '@mantine/notifications'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { forgetDrafts } from '@/features/account/session/drafts'
import { withLocalTimeZone } from '@/features/account/session/preferences'
import { useSession } from '@/features/account/session/session'
import { type FakeServer, fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'
import { RESET_QUESTION } from './settings-actions'
import { SettingsPage } from './settings-page'

const PATH = '/api/v1/preferences'
const saved = {
  language: 'en',
  timezone: 'Europe/Berlin',
  darkMode: true,
  autoSave: true,
  emailNotifications: true,
  processingNotifications: true,
  defaultOutputFormat: 'jpg',
  defaultQuality: 85,
  defaultPrefix: null,
  defaultSuffix: null,
  defaultLanguage: 'en' as const,
  defaultPreferredWords: '',
  defaultForbiddenWords: '',
  defaultAddedKeywords: '',
  defaultMaxKeywords: 0,
  defaultMaxWords: 0,
  defaultNamePattern: '',
  defaultSeparator: 'hyphen' as const,
}

let server: FakeServer

beforeEach(() => {
  notifications.clean()
  forgetDrafts()
  useSession.setState({
    status: 'signed-in',
    user: { id: 'u1', email: 'ada@example.com', hasPassword: true } as never,
    tier: 'starter',
  })
  server = fakeServer({
    [`GET ${PATH}`]: { body: saved },
    [`PUT ${PATH}`]: ({ body }) => ({ body }),
    [`DELETE ${PATH}`]: { body: saved },
    'DELETE /api/v1/batches': { body: { deleted: 2 } },
    'POST /api/v1/me/deactivate': { body: { message: 'Done' } },
    'POST /api/v1/auth/logout': { status: 204 },
  })
})

async function open() {
  await renderAt(
    '/dashboard/settings',
    <>
      <SettingsPage />
      <Notifications />
    </>,
  )
  await screen.findByText('Defaults')
  return userEvent.setup()
}

const press = async (hand: ReturnType<typeof userEvent.setup>, name: string) =>
  hand.click(await screen.findByRole('button', { name }))

test('SET-02: a change can be saved once, and says so', async () => {
  const hand = await open()
  const save = screen.getByRole('button', { name: 'Save Settings' })
  expect(save).toHaveProperty('disabled', true)
  await hand.type(screen.getByLabelText('Default prefix'), 'trip-')
  await hand.click(save)
  expect(await screen.findByText('Settings Saved')).toBeTruthy()
  expect(server.asked.at(-1)).toMatchObject({ what: `PUT ${PATH}`, body: { ...saved, defaultPrefix: 'trip-' } })
})

test('own words are saved as they are typed', async () => {
  const hand = await open()
  await hand.type(screen.getByLabelText('Preferred words'), 'couch = sofa')
  await hand.type(screen.getByLabelText('Forbidden words'), 'cheap, old')
  await hand.type(screen.getByLabelText('Keywords for every image'), 'Acme')
  await hand.type(screen.getByLabelText('Most words of a name'), '4')
  await press(hand, 'Save Settings')
  expect(await screen.findByText('Settings Saved')).toBeTruthy()
  const own = { defaultPreferredWords: 'couch = sofa', defaultForbiddenWords: 'cheap, old' }
  const body = { ...saved, ...own, defaultAddedKeywords: 'Acme', defaultMaxWords: 4 }
  expect(server.asked.at(-1)).toMatchObject({ what: `PUT ${PATH}`, body })
})

test('a rule that cannot be understood is said at its field, until it is right', async () => {
  const message = '"couch sofa" is not a rule; write couch = sofa'
  const errors = [{ field: 'defaultPreferredWords', message }]
  server.on(`PUT ${PATH}`, { status: 422, body: { title: message, errors } })
  const hand = await open()
  const field = screen.getByLabelText('Preferred words')
  await hand.type(field, 'couch sofa')
  await press(hand, 'Save Settings')
  expect(await screen.findByText('Save Failed')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  server.on(`PUT ${PATH}`, ({ body }) => ({ body }))
  await hand.clear(field)
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  await hand.type(field, 'couch = sofa')
  await press(hand, 'Save Settings')
  expect(await screen.findByText('Settings Saved')).toBeTruthy()
})

test('SET-02: a failed save keeps the change on screen', async () => {
  server.on(`PUT ${PATH}`, { status: 500, body: { title: 'An unexpected error occurred' } })
  const hand = await open()
  await hand.type(screen.getByLabelText('Default suffix'), 'x')
  await press(hand, 'Save Settings')
  expect(await screen.findByText('Save Failed')).toBeTruthy()
  expect(screen.getByLabelText('Default suffix')).toHaveProperty('value', 'x')
})

test('SET-02: reset asks the exact question first', async () => {
  const hand = await open()
  await press(hand, 'Reset to Defaults')
  expect(await screen.findByText(RESET_QUESTION)).toBeTruthy()
  expect(server.count(`DELETE ${PATH}`)).toBe(0)
  await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reset to Defaults' }))
  expect(await screen.findByText('Settings Reset')).toBeTruthy()
  expect(server.count(`DELETE ${PATH}`)).toBe(1)
})

test('SET-02: export puts the preferences into the clipboard', async () => {
  const hand = await open()
  await press(hand, 'Export Preferences')
  expect(await screen.findByText('Settings Exported')).toBeTruthy()
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual(saved)
})

test('ROUTE-17: history is deleted after a confirmation, and really', async () => {
  const hand = await open()
  await press(hand, 'Delete All Processing History')
  await press(hand, 'Delete All')
  expect(await screen.findByText('History Deleted')).toBeTruthy()
  expect(server.count('DELETE /api/v1/batches')).toBe(1)
})

test('ROUTE-17: deactivating needs the address and the password, then signs out', async () => {
  const hand = await open()
  await press(hand, 'Deactivate Account')
  const dialog = within(await screen.findByRole('dialog'))
  const confirm = dialog.getByRole('button', { name: 'Deactivate Account' })
  await hand.type(dialog.getByLabelText(/Type ada@example.com/), 'ada@example.co')
  expect(confirm).toHaveProperty('disabled', true)
  await hand.type(dialog.getByLabelText(/Type ada@example.com/), 'm')
  expect(confirm).toHaveProperty('disabled', true)
  await hand.type(dialog.getByLabelText('Your password', { selector: 'input' }), 'secret1')
  await hand.click(confirm)
  expect(await screen.findByText('Account Deactivated')).toBeTruthy()
  expect(useSession.getState().status).toBe('guest')
})

test("SET-01: an empty or UTC time zone is the browser's", () => {
  expect(withLocalTimeZone({ ...saved, timezone: '' }, 'Asia/Tokyo').timezone).toBe('Asia/Tokyo')
  expect(withLocalTimeZone({ ...saved, timezone: 'UTC' }, 'Asia/Tokyo').timezone).toBe('Asia/Tokyo')
  expect(withLocalTimeZone(saved, 'Asia/Tokyo').timezone).toBe('Europe/Berlin')
})

test('a change that was not saved comes back after the session ended and somebody signed in again', async () => {
  const hand = await open()
  await hand.type(screen.getByLabelText('Default prefix'), 'trip-')
  const person = useSession.getState().user
  act(() => useSession.setState({ status: 'guest', user: null }))
  expect(await screen.findByText('Authentication Required')).toBeTruthy()
  act(() => useSession.setState({ status: 'signed-in', user: person }))
  expect(await screen.findByLabelText('Default prefix')).toHaveProperty('value', 'trip-')
})

test('everything the account holds is exported with the password', async () => {
  const hand = await open()
  server.on('POST /api/v1/me/export', { status: 422, body: { title: 'Password is incorrect' } })
  await press(hand, 'Export My Data')
  const dialog = within(await screen.findByRole('dialog'))
  await hand.type(dialog.getByLabelText('Your password', { selector: 'input' }), 'guess{Enter}')
  expect(await dialog.findByText('Password is incorrect')).toBeTruthy()
  expect(server.asked.at(-1)).toMatchObject({ what: 'POST /api/v1/me/export', body: { password: 'guess' } })
})
