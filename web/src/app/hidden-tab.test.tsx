import { notifications } from '@mantine/notifications'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/api/query-client'
import { preferencesQuery } from '@/features/account/session/preferences'
import { useSession } from '@/features/account/session/session'
import { useResults } from '@/features/tool/model/results-store'
import { useRun } from '@/features/tool/model/run-store'
import { followRuns } from './hidden-tab'

const shown = vi.fn()
class FakeNotification {
  static permission: NotificationPermission = 'granted'
  constructor(title: string, { body }: NotificationOptions) {
    shown(title, body)
  }
}

function look(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeAll(() => {
  vi.stubGlobal('Notification', FakeNotification)
  followRuns()
})
beforeEach(() => {
  document.title = 'Tools | Nomina'
  FakeNotification.permission = 'granted'
  useResults.setState({ rows: [] })
  useRun.getState().begin(0, new Set(['a', 'b', 'c', 'd']))
})
afterEach(() => {
  look(false)
  shown.mockClear()
  useSession.setState({ status: 'guest', user: null })
})

test('the title tells how far a run is while nobody looks, and is itself again afterwards', () => {
  look(true)
  useRun.getState().report({ pass: 'ai', done: 1, total: 2 })
  expect(document.title).toBe('75 % | Nomina')
  useRun.getState().end()
  expect(document.title).toBe('Done: 0 of 0 ready | Nomina')
  look(false)
  expect(document.title).toBe('Tools | Nomina')
})

test('the browser says that a run has ended, but not to somebody who is looking', async () => {
  useRun.getState().end()
  expect(shown).not.toHaveBeenCalled()
  useRun.getState().begin(0, new Set(['a', 'b', 'c', 'd']))
  look(true)
  useRun.getState().end()
  await vi.waitFor(() => expect(shown).toHaveBeenCalledWith('Processing Complete!', 'Done: 0 of 0 ready.'))
})

test('whoever has switched processing notifications off hears nothing', async () => {
  useSession.setState({ status: 'signed-in', user: { id: 'quiet' } as never })
  queryClient.setQueryData(preferencesQuery('quiet').queryKey, { processingNotifications: false } as never)
  look(true)
  useRun.getState().end()
  await new Promise((done) => setTimeout(done))
  expect(shown).not.toHaveBeenCalled()
})

test('who comes back during a run is offered to be told, once, and is never asked before', () => {
  FakeNotification.permission = 'default'
  const offer = vi.spyOn(notifications, 'show').mockReturnValue('')
  look(true)
  expect(offer).not.toHaveBeenCalled()
  look(false)
  look(true)
  look(false)
  expect(offer).toHaveBeenCalledTimes(1)
})
