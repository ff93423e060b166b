import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '@/testing/test-page'
import { useSession } from '../session/session'
import { Guard, REDIRECT_DELAY_MS } from './guard'

const page = <Guard>the page</Guard>
const person = { id: 'u1', email: 'ada@example.com' } as never

beforeEach(() => {
  useSession.setState({ status: 'guest', user: null, tier: 'guest', problem: null })
})

afterEach(() => {
  vi.useRealTimers()
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
})

async function open() {
  const view = await renderAt('/dashboard/settings?tab=1', page)
  return view
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a spinner while loading', async () => {
  useSession.setState({ status: 'loading' })
  await open()
  expect(screen.getByLabelText('Loading')).toBeTruthy()
})

test('a person sees the page', async () => {
  useSession.setState({ status: 'signed-in', user: person })
  await open()
  expect(screen.getByText('the page')).toBeTruthy()
})

test('a guest reads why, and after five seconds is led to sign in and back', async () => {
  vi.useFakeTimers()
  const { whereIs } = await open()
  expect(screen.getByText('Authentication Required')).toBeTruthy()
  expect(screen.getByText('Please sign in to access this page.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Go to Sign In' })).toBeTruthy()
  await wait(REDIRECT_DELAY_MS - 1)
  expect(whereIs()).toBe('/dashboard/settings?tab=1')
  await wait(1)
  expect(whereIs()).toBe(`/auth?redirect=${encodeURIComponent('/dashboard/settings?tab=1')}`)
})

test('hiding the tab cancels the wait', async () => {
  vi.useFakeTimers()
  const { whereIs } = await open()
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await wait(REDIRECT_DELAY_MS * 2)
  expect(whereIs()).toBe('/dashboard/settings?tab=1')
})

test('a user who appears cancels the wait', async () => {
  vi.useFakeTimers()
  const { whereIs } = await open()
  act(() => useSession.setState({ status: 'signed-in', user: person }))
  await wait(REDIRECT_DELAY_MS * 2)
  expect(whereIs()).toBe('/dashboard/settings?tab=1')
  expect(screen.getByText('the page')).toBeTruthy()
})
