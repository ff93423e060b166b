import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Usage } from '@/api/types'
import { useSession } from '@/features/account/session/session'
import { type FakeServer, fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'
import { untilText } from './countdown'
import { warningOf } from './usage'
import { UsageCard } from './usage-card'

const usage: Usage = {
  tier: 'starter',
  dailyFiles: 12,
  monthlyFiles: 40,
  totalFiles: 90,
  dailyLimit: 50,
  monthlyLimit: 100,
  dailyResetsAt: '2099-01-01T00:00:00Z',
  monthlyResetsAt: '2099-02-01T00:00:00Z',
  warning: null,
}
const days = Array.from({ length: 30 }, (_, at) => ({ day: `2026-11-${String(at + 1).padStart(2, '0')}`, files: at }))

let server: FakeServer
beforeEach(() => {
  useSession.setState({ status: 'signed-in', user: { id: 'u1' } as never, tier: 'starter' })
  server = fakeServer({ 'GET /api/v1/usage': { body: usage }, 'GET /api/v1/usage/days': { body: { days } } })
})

async function show(changes: Partial<Usage> = {}) {
  server.on('GET /api/v1/usage', { body: { ...usage, ...changes } })
  await renderAt('/dashboard/jobs', <UsageCard />)
  return screen.findByText('Today', { selector: 'span' })
}

test('the card shows both counts, and the days as a table for screen readers', async () => {
  await show()
  expect(screen.getByRole('progressbar', { name: 'Today: 12 of 50 names' })).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'This month: 40 of 100 names' })).toBeTruthy()
  const table = await screen.findByRole('table', { name: 'Names per day' })
  expect(within(table).getAllByRole('row')).toHaveLength(31)
  expect(within(table).getByRole('row', { name: 'Nov 30 29' })).toBeTruthy()
})

test('PLAN-10: nothing is said below 80 %, a warning comes at 80 %, the limit is near at 90 %', async () => {
  expect(warningOf({ ...usage, dailyFiles: 39 })).toBeNull()
  expect(warningOf({ ...usage, dailyFiles: 40 })).toMatchObject({ period: 'daily', near: false })
  expect(warningOf({ ...usage, dailyFiles: 45 })).toMatchObject({ period: 'daily', near: true })
  expect(warningOf({ ...usage, monthlyFiles: 90 })).toMatchObject({ period: 'monthly', near: true })
  expect(warningOf({ ...usage, dailyFiles: 9000, dailyLimit: null, monthlyLimit: null })).toBeNull()
})

test('PLAN-10: the card says which limit is near, and how many files are left', async () => {
  await show({ dailyFiles: 46 })
  expect(screen.getByText(/Approaching daily limit/)).toBeTruthy()
  expect(screen.getByText('4 more names today')).toBeTruthy()
  expect(screen.queryByText(/Approaching monthly limit/)).toBeNull()
})

test('ROUTE-15: a plan that cannot be read says so and stops nobody', async () => {
  server.on('GET /api/v1/usage', { status: 422, body: { title: 'no', code: 'no' } })
  await renderAt('/dashboard/jobs', <UsageCard />)
  expect(await screen.findByText('Subscription Status Unavailable')).toBeTruthy()
  expect(screen.getByText('Defaulting to Starter limits')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeTruthy()
})

test.each([
  ['2026-11-15T22:01:00Z', 'in 1 min'],
  ['2026-11-16T00:00:00Z', 'in 2 h'],
  ['2026-11-16T03:12:00Z', 'in 5 h 12 min'],
  ['2026-11-19T22:00:00Z', 'in 4 days'],
])('the countdown to %s is %s', (at, text) => {
  expect(untilText(at, Date.parse('2026-11-15T22:00:00Z'))).toBe(text)
})
