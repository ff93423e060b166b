import { afterEach, expect, test, vi } from 'vitest'
import { offer } from './register'

const showReleaseNotice = vi.hoisted(() => vi.fn())
vi.mock('../release-notice', () => ({ showReleaseNotice }))

const worker = { postMessage: vi.fn() } as unknown as ServiceWorker
const controlledBy = (controller: object | null) =>
  vi.stubGlobal('navigator', { serviceWorker: { controller, addEventListener: vi.fn() } })
afterEach(() => {
  vi.unstubAllGlobals()
  showReleaseNotice.mockClear()
})

test('the first worker of a browser is no new version, also while it waits', async () => {
  controlledBy(null)
  await offer(worker, async () => true)
  expect(showReleaseNotice).not.toHaveBeenCalled()
})

test('a worker that waits with the version that the tab has is not announced', async () => {
  controlledBy({})
  await offer(worker, async () => false)
  expect(showReleaseNotice).not.toHaveBeenCalled()
})

test('a new version is announced when the server hands it out', async () => {
  controlledBy({})
  await offer(worker, async () => true)
  expect(showReleaseNotice).toHaveBeenCalledOnce()
})
