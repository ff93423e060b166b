import { beforeEach, expect, test, vi } from 'vitest'
import { useApplied } from './model/applied-store'
import { useBatch } from './model/batch-store'
import { useOptionChanges } from './model/options-store'
import { startWithSettings } from './start-with-settings'
import { image } from './testing/images'
import { realRules } from './testing/rules'

vi.mock('@/engine', () => ({ engine: {} }))
vi.mock('@/engine/rules', async (original) => ({ ...(await original<object>()), loadRules: () => realRules() }))
/** What the last visit left: a batch whose results were on screen. */
const left = vi.hoisted(() => ({ images: [] as object[] }))
vi.mock('./kept/restore', () => ({
  restoreVisit: async () => {
    if (left.images.length > 0) useBatch.setState({ images: left.images as never, step: 'results' })
    return left.images.length
  },
}))

beforeEach(() => {
  vi.resetModules()
  useBatch.setState({ images: [], step: 'upload' })
})

test('with a batch still open it shows the options, and what was applied', async () => {
  left.images = [image('a.jpg'), image('b.jpg')]
  await startWithSettings('Holiday', { convertFormat: true, outputFormat: 'webp' }, 'starter')
  expect(useBatch.getState()).toMatchObject({ step: 'processing' })
  expect(useBatch.getState().images).toHaveLength(2)
  expect(useApplied.getState()).toEqual({ source: 'Holiday', words: ['WebP'] })
  expect(useOptionChanges.getState().changes).toMatchObject({ convertFormat: true, outputFormat: 'webp' })
})

test('without one it begins at the upload', async () => {
  await startWithSettings('Holiday', {}, 'starter')
  expect(useBatch.getState().step).toBe('upload')
})
