import { notifications } from '@mantine/notifications'
import { expect, test, vi } from 'vitest'
import { isOldTab } from '@/lib/new-release'
import { watchReleases } from './release-watch'

vi.mock('@/lib/new-release', () => ({ isOldTab: vi.fn() }))

test('an old tab is told once, when somebody comes back to it after a while', async () => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('')
  vi.mocked(isOldTab).mockResolvedValue(true)
  let now = 0
  watchReleases(() => now)
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))
  comeBack()
  expect(isOldTab).not.toHaveBeenCalled()
  now = 11 * 60 * 1000
  comeBack()
  await vi.waitFor(() => expect(show).toHaveBeenCalledTimes(1))
  expect(show.mock.calls[0]?.[0].title).toBe('A new version is available')
  now *= 2
  comeBack()
  expect(isOldTab).toHaveBeenCalledTimes(1)
})
