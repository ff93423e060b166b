import { Notifications, notifications } from '@mantine/notifications'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { closeCancel, closePlans } from '@/features/account/plans/plans-dialog-store'
import { useSession } from '@/features/account/session/session'
import { type FakeServer, fakeServer } from '@/testing/fake-server'
import { renderAt } from '@/testing/test-page'
import { BillingPage } from './billing-page'
import { PlansDialog } from './plans-dialog'

const features = {
  customNaming: false,
  customWatermarkPositioning: false,
  customMetadataEditing: false,
  unlimitedTemplates: false,
  priorityProcessing: false,
  apiAccess: false,
  dedicatedSupport: false,
}
const plan = (tier: string, name: string, priceCents: number) => ({
  tier,
  name,
  priceCents,
  yearPriceCents: priceCents * 10,
  forSale: true,
  mostPopular: tier === 'essential',
  limits: { monthlyFiles: 5000 },
  features,
})
const PLANS = [
  plan('starter', 'Starter', 0),
  plan('essential', 'Essential', 999),
  plan('professional', 'Professional', 1499),
]
const enterprise = {
  ...plan('enterprise', 'Enterprise', 9999),
  forSale: false,
  limits: { monthlyFiles: null, historyDays: 365 },
  features: { ...features, dedicatedSupport: true, whiteLabel: true },
}
const essential = {
  mode: 'test',
  tier: 'essential',
  status: 'active',
  interval: 'month',
  price: { amount: 999, currency: 'usd' },
  currentPeriodStart: '2026-11-15T00:00:00.000Z',
  currentPeriodEnd: '2026-12-15T00:00:00.000Z',
  nextBillingAt: '2026-12-15T00:00:00.000Z',
  cancelAtPeriodEnd: false,
  graceEndsAt: null,
  trialEnd: null,
  live: true,
  cancels: 'now',
  portal: true,
}
const starter = { ...essential, tier: 'starter', price: null, interval: null, live: false, nextBillingAt: null }
const me = { id: 'u1', email: 'ada@example.com', subscriptionTier: 'essential' }

let server: FakeServer

beforeEach(() => {
  notifications.clean()
  closePlans()
  closeCancel()
  useSession.setState({ status: 'signed-in', user: me as never, tier: 'essential' })
  server = fakeServer({
    'GET /api/v1/billing/subscription': { body: essential },
    'GET /api/v1/billing/history': { body: { records: [], totals: [] } },
    'GET /api/v1/plans': { body: PLANS },
    'GET /api/v1/me': { body: me },
  })
})

async function open() {
  await renderAt(
    '/dashboard/billing',
    <>
      <BillingPage usage={null} />
      <PlansDialog />
      <Notifications />
    </>,
  )
  return userEvent.setup()
}

test('PLAN-09: essential can upgrade, manage billing and cancel', async () => {
  const hand = await open()
  expect(await screen.findByText('Essential plan')).toBeTruthy()
  expect(screen.getByText('Active').getAttribute('data-status')).toBe('active')
  expect(screen.getByRole('button', { name: 'Manage Billing' })).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Cancel Plan' }))
  server.on('POST /api/v1/billing/cancel', { body: starter })
  const dialog = within(await screen.findByRole('dialog'))
  // What is paid for is not given up by pressing on.
  expect(dialog.getByRole('radio', { name: /at the end of the paid period/ })).toHaveProperty('checked', true)
  await hand.click(dialog.getByRole('radio', { name: /^Now/ }))
  await hand.click(dialog.getByRole('button', { name: 'Cancel Plan' }))
  expect(await screen.findByText('You are on the Starter plan now.')).toBeTruthy()
  expect(server.asked.find(({ what }) => what.endsWith('/cancel'))?.body).toEqual({ when: 'now' })
})

test('PLAN-04: an upgrade is asked about once, then says what came of it', async () => {
  server.on('POST /api/v1/billing/upgrade', { body: { ...essential, tier: 'professional' } })
  const hand = await open()
  await hand.click(await screen.findByRole('button', { name: 'Upgrade' }))
  await hand.click(await screen.findByRole('button', { name: 'Upgrade Now' }))
  expect(server.count('POST /api/v1/billing/upgrade')).toBe(0)
  const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade to Professional' }))
  await hand.click(dialog.getByRole('button', { name: 'Upgrade Now' }))
  expect(await screen.findByText('Plan Upgraded!')).toBeTruthy()
  expect(screen.getByText('Successfully upgraded to Professional plan.')).toBeTruthy()
})

test('PLAN-05: somebody on starter goes to the checkout, and a failure is told', async () => {
  useSession.setState({ tier: 'starter' })
  server.on('GET /api/v1/billing/subscription', { body: starter })
  server.on('POST /api/stripe/create-checkout-session', {
    status: 502,
    body: { title: 'Failed to create checkout session', code: 'stripe' },
  })
  const hand = await open()
  await hand.click(await screen.findByRole('button', { name: 'Upgrade Plan' }))
  const [first] = await screen.findAllByRole('button', { name: 'Upgrade Now' })
  await hand.click(first as HTMLElement)
  expect(await screen.findByText('Plan Change Failed')).toBeTruthy()
  expect(screen.getByText('Failed to create checkout session')).toBeTruthy()
  const body = server.asked.find(({ what }) => what.includes('checkout'))?.body as Record<string, unknown>
  expect(body.metadata).toEqual({ userId: 'u1', tier: 'essential', interval: 'month' })
})

test('PLAN-06: a portal that is closed says so', async () => {
  const sentence = 'Billing portal is currently disabled. Contact support for assistance.'
  server.on('POST /api/stripe/create-billing-portal-session', { status: 409, body: { title: sentence } })
  const hand = await open()
  await hand.click(await screen.findByRole('button', { name: 'Manage Billing' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('PLAN-14, ROUTE-15: what cannot be loaded is said in the right words', async () => {
  server.on('GET /api/v1/billing/subscription', { status: 400, body: { title: 'Bad Request' } })
  await open()
  expect(await screen.findByText('Billing Information Error')).toBeTruthy()
  expect(screen.getByText('Failed to get subscription: Bad Request')).toBeTruthy()
  expect(await screen.findByText('Failed to load billing information. Please try again.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeTruthy()
})

test('PLAN-14: a history that cannot be fetched leaves the rest of the page', async () => {
  server.on('GET /api/v1/billing/history', { status: 400, body: { title: 'Bad Request' } })
  await open()
  expect(await screen.findByText('Failed to fetch billing history')).toBeTruthy()
  expect(screen.getByText('Essential plan')).toBeTruthy()
})

test('a guest is asked to sign in before a plan is changed', async () => {
  useSession.setState({ status: 'guest', user: null, tier: 'guest' })
  await renderAt('/', <PlansDialog />)
  const { openPlans } = await import('@/features/account/plans/plans-dialog-store')
  openPlans()
  const [first] = await screen.findAllByRole('button', { name: 'Upgrade Now' })
  await userEvent.setup().click(first as HTMLElement)
  const { useAuthDialog } = await import('@/features/account/pages/auth-dialog-store')
  await vi.waitFor(() => expect(useAuthDialog.getState().opened).toBe(true))
})

test('where payments are not set up, billing and the plans say so and sell nothing', async () => {
  server.on('GET /api/v1/billing/subscription', { body: { ...starter, mode: 'off' } })
  useSession.setState({ tier: 'starter' })
  await open()
  expect(await screen.findByText(/^Payments are not set up on this server\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Upgrade Plan' }).hasAttribute('disabled')).toBe(true)
  const { openPlans } = await import('@/features/account/plans/plans-dialog-store')
  openPlans()
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose Your Plan' }))
  expect(await dialog.findByText(/^Payments are not set up on this server\./)).toBeTruthy()
  for (const button of dialog.getAllByRole('button', { name: 'Upgrade Now' })) {
    expect(button.hasAttribute('disabled')).toBe(true)
  }
})

test('a plan from before stays, can be given up, and cannot be changed', async () => {
  server.on('GET /api/v1/billing/subscription', { body: { ...essential, mode: 'off', portal: false } })
  await open()
  expect(await screen.findByText('Essential plan')).toBeTruthy()
  for (const name of ['Upgrade', 'Manage Billing']) {
    expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(true)
  }
  expect(screen.getByRole('button', { name: 'Cancel Plan' }).hasAttribute('disabled')).toBe(false)
})

test('PLAN-15: enterprise is shown with what it costs and holds', async () => {
  server.on('GET /api/v1/billing/subscription', { body: { ...starter, tier: 'enterprise' } })
  server.on('GET /api/v1/plans', { body: [...PLANS, enterprise] })
  await open()
  expect(await screen.findByText('Enterprise plan')).toBeTruthy()
  expect(screen.getByText('$99.99 / month')).toBeTruthy()
  expect(screen.queryByText('Free')).toBeNull()
  const holds = screen.getByRole('list', { name: 'What the plan includes' }).textContent
  for (const line of ['Unlimited names', 'History kept for 365 days', 'Dedicated support', 'White-label'])
    expect(holds).toContain(line)
})

test('CACHE-01: a billing history that does not come in its time is left empty, silently', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), 50)
    return controller.signal
  })
  server.on('GET /api/v1/billing/history', 'silent')
  await open()
  await screen.findByText('Essential plan')
  expect(await screen.findByText(/^No payments yet/)).toBeTruthy()
  expect(screen.queryByText('Failed to fetch billing history')).toBeNull()
  vi.restoreAllMocks()
})
