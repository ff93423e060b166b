import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '@/features/account/session/session'
import { type FakeServer, fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'
import { ApiKeys } from './api-keys'

const key = {
  id: 'k1',
  name: 'Website',
  prefix: 'nmn_live_4fK9Qz',
  scopes: ['name', 'read'],
  expiresAt: null,
  lastUsedAt: '2026-11-01T10:00:00Z',
  createdAt: '2026-10-01T10:00:00Z',
}
const plan = (tier: string, name: string, apiAccess: boolean) => ({ tier, name, features: { apiAccess } })
const PLANS = [plan('starter', 'Starter', false), plan('professional', 'Professional', true)]
let server: FakeServer

async function open(tier: 'starter' | 'professional') {
  useSession.setState({ status: 'signed-in', user: { id: 'u1', email: 'ada@example.com' } as never, tier })
  await renderAt(
    '/dashboard/settings',
    <ModalsProvider>
      <ApiKeys />
      <Notifications />
    </ModalsProvider>,
  )
  return userEvent.setup()
}

beforeEach(() => {
  server = fakeServer({
    'GET /api/v1/plans': { body: PLANS },
    'GET /api/v1/keys': { body: [key] },
    'POST /api/v1/keys': { status: 201, body: { secret: 'nmn_live_secret', key } },
    'DELETE /api/v1/keys/k1': { status: 204 },
  })
})

test('PLAN-16: without the plan there is a sentence and no key is asked for', async () => {
  await open('starter')
  expect(await screen.findByText('API access is part of the Professional plan.')).toBeTruthy()
  expect(server.asked.map(({ what }) => what)).toEqual(['GET /api/v1/plans'])
})

test('PLAN-16: the served plans say who has keys, not a list of this page', async () => {
  server.on('GET /api/v1/plans', { body: [plan('starter', 'Starter', true)] })
  await open('starter')
  expect(await screen.findByText('nmn_live_4fK9Qz…')).toBeTruthy()
})

test('PLAN-16: a key is listed by its prefix, made once and revoked', async () => {
  const hand = await open('professional')
  expect(await screen.findByText('nmn_live_4fK9Qz…')).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'New Key' }))
  await hand.type(await screen.findByLabelText('Name'), 'Import')
  await hand.click(screen.getByRole('button', { name: 'Create Key' }))
  expect(await screen.findByDisplayValue('nmn_live_secret')).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByDisplayValue('nmn_live_secret')).toBeNull())
  await hand.click(screen.getByRole('button', { name: 'Revoke Website' }))
  await hand.click(await screen.findByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(server.asked.some((asked) => asked.what === 'DELETE /api/v1/keys/k1')).toBe(true))
})
