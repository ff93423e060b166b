import { useMantineColorScheme } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '@/features/account/session/session'
import { fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'
import { PersonalLook } from './personal-look'

const PATH = '/api/v1/preferences'

function Page() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <PersonalLook />
      <output>{colorScheme}</output>
      <button type="button" onClick={() => setColorScheme('light')}>
        Light
      </button>
    </>
  )
}

beforeEach(() => {
  window.localStorage.clear()
  useSession.setState({ status: 'signed-in', user: { id: 'u1', email: 'ada@example.com' } as never, tier: 'starter' })
})

test('the setting decides the theme and is not written back', async () => {
  const server = fakeServer({ [`GET ${PATH}`]: { body: { timezone: 'Europe/Berlin', darkMode: true } } })
  await renderAt('/', <Page />)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('dark'))
  expect(server.count(`PUT ${PATH}`)).toBe(0)
})

test('a guest who chose light stays in the light in an account that never chose, and the account learns it', async () => {
  window.localStorage.setItem('mantine-color-scheme-value', 'light')
  const server = fakeServer({
    [`GET ${PATH}`]: { body: { timezone: 'Europe/Berlin' } },
    [`PUT ${PATH}`]: ({ body }) => ({ body }),
  })
  await renderAt('/', <Page />)
  await waitFor(() => expect(server.count(`PUT ${PATH}`)).toBe(1))
  expect(server.asked.at(-1)?.body).toMatchObject({ darkMode: false, timezone: 'Europe/Berlin' })
  expect(screen.getByRole('status').textContent).toBe('light')
})

test('whoever switches the theme changes the setting', async () => {
  const server = fakeServer({
    [`GET ${PATH}`]: { body: { timezone: 'Europe/Berlin', darkMode: true } },
    [`PUT ${PATH}`]: ({ body }) => ({ body }),
  })
  await renderAt('/', <Page />)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('dark'))
  await userEvent.click(screen.getByRole('button', { name: 'Light' }))
  await waitFor(() => expect(server.count(`PUT ${PATH}`)).toBe(1))
  expect(server.asked.at(-1)?.body).toMatchObject({ darkMode: false })
  expect(screen.getByRole('status').textContent).toBe('light')
})
