import { beforeEach, expect, test, vi } from 'vitest'
import { useApplied } from './model/applied-store'
import { useBatch } from './model/batch-store'
import { useOptionChanges } from './model/options-store'
import { startWithSettings } from './start-with-settings'
import { picture } from './testing/images'
import { realRules } from './testing/rules'

vi.mock('@/engine', () => ({ engine: {} }))
vi.mock('@/engine/rules', async (original) => ({ ...(await original<object>()), loadRules: () => realRules() }))
/** What the last visit left: a batch whose results were on screen. */
const left = vi.hoisted(() => ({ pictures: [] as object[] }))
vi.mock('./kept/restore', () => ({
  restoreVisit: async () => {
    if (left.pictures.length > 0) useBatch.setState({ pictures: left.pictures as never, step: 'results' })
    return left.pictures.length
  },
}))

beforeEach(() => {
  vi.resetModules()
  useBatch.setState({ pictures: [], step: 'upload' })
})

test('with a batch still open it shows the options, and what was applied', async () => {
  left.pictures = [picture('a.jpg'), picture('b.jpg')]
  await startWithSettings('Holiday', { convertFormat: true, outputFormat: 'webp' }, 'starter')
  expect(useBatch.getState()).toMatchObject({ step: 'processing' })
  expect(useBatch.getState().pictures).toHaveLength(2)
  expect(useApplied.getState()).toEqual({ source: 'Holiday', words: ['WebP'] })
  expect(useOptionChanges.getState().changes).toMatchObject({ convertFormat: true, outputFormat: 'webp' })
})

test('without one it begins at the upload', async () => {
  await startWithSettings('Holiday', {}, 'starter')
  expect(useBatch.getState().step).toBe('upload')
})
