import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Rules } from '@/engine/rules'
import { useBrowserModel } from '../../device/browser-model'
import { useDeviceStore } from '../../device/device-store'
import { emptyRow, type ResultRow } from '../../model/row'
import { seenOf } from '../../model/seen'
import { useOwnKeys } from '../../naming/own-services'
import { nameAgain, useNamingAgain } from '../../process/name-again'
import { realRules } from '../../testing/rules'
import { showAs } from '../../testing/show'
import { BetterNotice } from './better-notice'

vi.mock('../../process/name-again', async (original) => ({ ...(await original<object>()), nameAgain: vi.fn() }))

let rules: Rules
beforeAll(async () => {
  rules = await realRules()
})

beforeEach(() => {
  vi.mocked(nameAgain).mockReset()
  const best = { url: '/models/best.bin?v=1', bytes: 40_500_000 }
  useDeviceStore.setState({ best, bestModel: { phase: 'absent' } })
  useNamingAgain.setState({ under: null, problem: null })
  useOwnKeys.setState({ keys: {} })
  useBrowserModel.setState({ availability: undefined })
  vi.unstubAllGlobals()
})

const row = (id: string, seen: Parameters<typeof seenOf>[0], isEdited = false): ResultRow => ({
  ...emptyRow(id, new File(['bytes'], `${id}.JPG`), ''),
  state: 'done',
  isEdited,
  seen: seenOf(seen),
})
const ROWS = [
  row('sure', { model: 'quick', confidence: 0.9 }),
  row('bland', { model: 'quick', confidence: 0.9, bland: true }),
  row('unsure', { model: 'quick', confidence: 0.2 }),
  row('mine', { model: 'quick', confidence: 0.2 }, true),
  row('best', { model: 'best', confidence: 0.2 }),
  row('server', { confidence: 0.2 }),
]
const show = (rows = ROWS) => showAs('guest', <BetterNotice rows={rows} rules={rules} />)

test('unsure and bland names of the quick model are offered once, with what it costs', async () => {
  await show()
  expect(screen.getByText('2 names could be better')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Use the larger model on this device (41 MB, once)' }))
  expect(nameAgain).toHaveBeenCalledWith(expect.objectContaining({ rules, ids: ['bland', 'unsure'] }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('2 names could be better')).toBeNull()
})

test('a model that is here costs no download', async () => {
  useDeviceStore.setState({ bestModel: { phase: 'ready' } })
  await show()
  expect(screen.getByRole('button', { name: 'Use the larger model on this device' })).toBeTruthy()
})

test('nothing is said of sure names, nor where the server has no larger model', async () => {
  await show(ROWS.slice(0, 1))
  expect(screen.queryByText(/could be better/)).toBeNull()
  useDeviceStore.setState({ best: null })
  await show()
  expect(screen.queryByText(/could be better/)).toBeNull()
})

test('every model that is here is offered, with what leaves; the others for names of any model', async () => {
  useOwnKeys.setState({ keys: { openai: { key: 'sk-1', model: '' } } })
  useBrowserModel.setState({ availability: 'available' })
  vi.stubGlobal('LanguageModel', { availability: async () => 'available' })
  const local = [{ service: 'ollama', model: 'llava:7b', label: 'Ollama' }]
  await showAs('guest', <BetterNotice rows={ROWS} rules={rules} />, async () => Response.json({ local }))
  expect(screen.getByText('4 names could be better')).toBeTruthy()
  expect(screen.getByText(/a small copy of each goes straight to OpenAI/)).toBeTruthy()
  await screen.findByRole('button', { name: 'Use llava:7b on this computer' })
  const named = screen.getAllByRole('button').map((button) => button.textContent)
  expect(named.filter(Boolean)).toEqual([
    'Use OpenAI with your key',
    'Use llava:7b on this computer',
    'Use Chrome’s own model',
    'Use the larger model on this device (41 MB, once)',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Use OpenAI with your key' }))
  const asked = vi.mocked(nameAgain).mock.calls[0]?.[0]
  expect(asked).toMatchObject({
    ids: ['bland', 'unsure', 'best', 'server'],
    model: { service: 'own openai gpt-4o-mini' },
  })
})

test('a service is not offered names that it was unsure of itself', async () => {
  useOwnKeys.setState({ keys: { openai: { key: 'sk-1', model: '' } } })
  const own = row('own', { confidence: 0.3, service: 'own openai gpt-4o-mini' })
  await show([own])
  expect(screen.queryByText(/could be better/)).toBeNull()
  // Another model of the same service is another one.
  useOwnKeys.setState({ keys: { openai: { key: 'sk-1', model: 'gpt-5' } } })
  expect(await screen.findByRole('button', { name: 'Use OpenAI with your key' })).toBeTruthy()
})

test('a failure is said with the way to try again', async () => {
  useNamingAgain.setState({ problem: 'The naming model was only partly downloaded.' })
  await show()
  expect(screen.getByRole('alert').textContent).toContain('The naming model was only partly downloaded.')
})

test('while it works it says how far it is', async () => {
  useNamingAgain.setState({ under: { done: 1, total: 2 } })
  await show()
  expect(screen.getByText('Naming again: 1 of 2')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy()
})
