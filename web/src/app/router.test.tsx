import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/api/query-client'
import { useSession } from '@/features/account/session/session'
import { fakeServer } from '@/testing/fake-server'
import { makeRouter } from './router'

// The tool brings the wasm engine, which a DOM stand-in cannot run. It has its own tests.
vi.mock('@/features/tool/tool', () => ({ Tool: ({ placement }: { placement: string }) => <p>tool in {placement}</p> }))

beforeEach(() => {
  fakeServer()
  useSession.setState({ status: 'guest', user: null, tier: 'guest', problem: null })
})

async function open(path: string) {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }))
  await act(async () => {
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>,
    )
    await router.load()
  })
  return () => router.state.location.href
}

test('ROUTE-01: the landing page holds the tool, the anchors and the way in', async () => {
  await open('/')
  expect(await screen.findByRole('region', { name: 'Image tool' })).toBeTruthy()
  expect(screen.getByText('Drop images or folders here')).toBeTruthy()
  for (const name of ['Home', 'Features', 'How it Works', 'Use Cases']) {
    expect(screen.getAllByRole('link', { name }).length).toBeGreaterThan(0)
  }
  expect(screen.getAllByRole('link', { name: 'Get Started' })[0]?.getAttribute('href')).toBe('/auth?mode=signup')
})

test('ROUTE-01: a signed-in person finds Dashboard instead of Get Started', async () => {
  useSession.setState({ status: 'signed-in', user: { id: '1', email: 'a@b.c' } as never, tier: 'starter' })
  await open('/')
  expect((await screen.findAllByRole('link', { name: 'Dashboard' }))[0]?.getAttribute('href')).toBe('/dashboard')
})

test('ROUTE-04: the dashboard starts with the tools', async () => {
  await open('/dashboard')
  expect(await screen.findByText('tool in dashboard')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Tasks' })[0]?.getAttribute('href')).toBe('/dashboard/jobs')
})

test('ROUTE-05: checkout comes back to the billing section', async () => {
  const where = await open('/dashboard?section=billing&canceled=true')
  expect(await screen.findByText('Plans and invoices')).toBeTruthy()
  expect(where()).toBe('/dashboard/billing?canceled=true')
})

test.each([
  ['/tasks', '/dashboard/jobs'],
  ['/jobs', '/dashboard/jobs'],
  ['/templates', '/dashboard/templates'],
  ['/profile', '/dashboard/profile'],
  ['/settings', '/dashboard/settings'],
  ['/billing?success=true&session_id=cs_1', '/dashboard/billing?success=true&session_id=cs_1'],
  ['/tools', '/dashboard/tools'],
  ['/usage', '/dashboard/usage'],
])('ROUTE-07: %s leads to %s', async (from, to) => {
  const where = await open(from)
  await vi.waitFor(() => expect(where()).toBe(to))
})

test('ROUTE-04: an unknown section says so inside the dashboard', async () => {
  await open('/dashboard/usage')
  expect(await screen.findByText('Section not found')).toBeTruthy()
  expect(screen.getAllByRole('navigation', { name: 'Dashboard' }).length).toBeGreaterThan(0)
})

test('ROUTE-08: any other path is the 404 page with a way home', async () => {
  await open('/no/such/page')
  expect(await screen.findByText('Oops! Page not found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
})

test.each([
  ['/', 'Nomina: every image gets its own name'],
  ['/AUTH', 'Sign in | Nomina'],
  ['/auth?mode=signup', 'Create your account | Nomina'],
  ['/auth?mode=forgot', 'Reset your password | Nomina'],
  ['/no/such/page', 'Page not found | Nomina'],
  ['/dashboard/usage', 'Section not found | Nomina'],
])('the title of %s is %s', async (path, title) => {
  await open(path)
  await vi.waitFor(() => expect(document.title).toBe(title))
})

test('on a small screen a menu holds the anchors and the way in', async () => {
  await open('/terms')
  const hand = userEvent.setup()
  const button = screen.getByRole('button', { name: 'Open the menu' })
  await hand.click(button)
  const menu = screen.getByRole('navigation', { name: 'Site' })
  expect(menu.dataset.open).toBe('true')
  expect(within(menu).getByText('Sign in').getAttribute('href')).toBe('/auth')
  await hand.keyboard('{Escape}')
  expect(menu.dataset.open).toBeUndefined()
})

test.each(['jobs', 'profile', 'billing', 'templates'])('ROUTE-12: %s asks a guest to come in', async (section) => {
  await open(`/dashboard/${section}`)
  expect(await screen.findByRole('button', { name: 'Create Account' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Sign In' }).length).toBeGreaterThan(0)
})

test('ROUTE-03: a signed-in visitor of /auth goes straight to the destination', async () => {
  useSession.setState({ status: 'signed-in', user: { id: '1', email: 'a@b.c' } as never, tier: 'starter' })
  const where = await open('/auth?redirect=%2Fdashboard%2Fjobs')
  await vi.waitFor(() => expect(where()).toBe('/dashboard/jobs'))
})

test('ROUTE-03: a foreign destination becomes the dashboard', async () => {
  useSession.setState({ status: 'signed-in', user: { id: '1', email: 'a@b.c' } as never, tier: 'starter' })
  const where = await open('/auth?redirect=%2F%2Fevil.example')
  await vi.waitFor(() => expect(where()).toBe('/dashboard'))
})

test('ROUTE-16: the debug overlay appears only when asked for', async () => {
  await open('/terms?debug=auth')
  expect(await screen.findByLabelText('Auth debug')).toBeTruthy()
})

test('the mailbox page is as unknown as any other where the server has none to show', async () => {
  fakeServer({ 'GET /api/v1/dev/emails': { status: 404, body: { title: 'There is nothing at this address.' } } })
  await open('/dev/mailbox')
  expect(await screen.findByText('Oops! Page not found')).toBeTruthy()
})

test('the mailbox asks with the token of its address and hands it on', async () => {
  const mail = {
    id: 'm1',
    recipient: 'a@b.c',
    subject: 'Hello',
    textBody: 'Hi',
    htmlBody: '',
    createdAt: '2026-11-17T00:00:00Z',
  }
  const server = fakeServer({
    'GET /api/v1/dev/emails': ({ query }) => (query.get('token') === 'a-token' ? { body: [mail] } : { status: 404 }),
  })
  await open('/dev/mailbox?token=a-token')
  expect((await screen.findByTitle('Email preview')).getAttribute('src')).toBe('/dev/mailbox/m1/html?token=a-token')
  expect(screen.getByRole('link', { name: /Hello/ }).getAttribute('href')).toContain('token=a-token')
  expect(server.count('GET /api/v1/dev/emails')).toBeGreaterThan(0)
})
