import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useAuthDialog } from '@/features/account/pages/auth-dialog-store'
import { useBatch } from '../model/batch-store'
import { useOptionChanges } from '../model/options-store'
import { image, processed } from '../testing/images'
import { realRules } from '../testing/rules'
import { showAs } from '../testing/show'
import { OptionsPanel } from './options-panel'

vi.mock('@/engine', () => ({ engine: { thumbnail: async () => processed('small') } }))
vi.mock('@/engine/rules', async (original) => ({ ...(await original<object>()), loadRules: () => realRules() }))

/** The tab is drawn in pieces. */
const SLOW = { timeout: 10_000 }

beforeEach(() => useOptionChanges.setState({ changes: {}, tab: 'naming' }))

test('a guest sees patterns at work on the first three images, with the reason of the lock', async () => {
  useBatch.setState({ images: ['a', 'b', 'c', 'd'].map((name) => image(`${name}.jpg`)) })
  await showAs('guest', <OptionsPanel />)
  const preview = await screen.findByRole('region', { name: 'Naming options with an account' }, SLOW)
  expect([...preview.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
    'shop-beagle-dog-on-grass',
    'shop-red-bicycle-at-wall',
    'shop-lighthouse-at-dusk',
  ])
  fireEvent.click(screen.getByRole('button', { name: '{name}-{n:3}' }))
  expect(preview.querySelector('li')?.textContent).toBe('beagle-dog-on-grass-001')
  expect(preview.textContent).toContain('Prefix, suffix and name patterns require login.')
  expect(useOptionChanges.getState().changes).toEqual({})
  fireEvent.click(screen.getByRole('button', { name: 'Create Account' }))
  expect(useAuthDialog.getState()).toMatchObject({ opened: true, mode: 'signup' })
})

test('a signed-in person has the fields themselves', async () => {
  await showAs('starter', <OptionsPanel />)
  await screen.findByLabelText('Prefix', {}, SLOW)
  expect(screen.queryByRole('region', { name: 'Naming options with an account' })).toBeNull()
})

test('a recipe is one click, and can be undone', async () => {
  useOptionChanges.getState().replace({ letterCase: 'upper' })
  await showAs('starter', <OptionsPanel />)
  fireEvent.click(await screen.findByRole('button', { name: 'For my blog' }, SLOW))
  expect(useOptionChanges.getState().changes).toMatchObject({
    convertFormat: true,
    maxWidth: 1920,
    letterCase: 'lower',
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(useOptionChanges.getState().changes).toEqual({ letterCase: 'upper' })
})
