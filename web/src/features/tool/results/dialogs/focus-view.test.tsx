import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Rules } from '@/engine/rules'
import { useResults } from '../../model/results-store'
import { emptyRow, type ResultRow } from '../../model/row'
import { NOTHING_SEEN } from '../../model/seen'
import { processed } from '../../testing/images'
import { realRules } from '../../testing/rules'
import { showAs } from '../../testing/show'
import { Results } from '../results'

vi.mock('@/engine', () => ({ engine: { thumbnail: async () => processed('small'), sha256: async () => 'hash' } }))

let rules: Rules
beforeAll(async () => {
  rules = await realRules()
})

const row = (id: string, change: Partial<ResultRow> = {}): ResultRow => ({
  ...emptyRow(id, new File(['original bytes'], `${id}.JPG`), ''),
  suggestedName: id,
  givenName: id,
  extension: 'jpg',
  state: 'done',
  output: new Blob(['new']),
  ...change,
})
const unsure = { seen: { ...NOTHING_SEEN, confidence: 0.1, altText: 'A dog on grass.', keywords: ['dog', 'grass'] } }

async function openFull(rows: ResultRow[]) {
  useResults.getState().start(rows, rules.defaults)
  const none = () => {}
  await showAs('guest', <Results rules={rules} progress={null} onBack={none} onReset={none} onRetry={none} />)
  fireEvent.keyDown(screen.getByRole('button', { name: /^New name cat\.jpg/ }), { key: 'c' })
  return within(await screen.findByRole('dialog'))
}
const press = (key: string) => fireEvent.keyDown(screen.getByRole('dialog'), { key })
const names = () => useResults.getState().rows.map(({ suggestedName }) => suggestedName)

test('a batch is reviewed in full view from the keyboard', async () => {
  const dog = row('dog', { ...unsure, alternatives: ['beagle', 'puppy'] })
  const dialog = await openFull([row('cat'), row('bird'), dog])
  expect(dialog.getByText('1 of 3', { exact: false })).toBeTruthy()
  press('j')
  expect(dialog.getByText('2 of 3', { exact: false })).toBeTruthy()
  press('k')
  expect(dialog.getByText('1 of 3', { exact: false })).toBeTruthy()
  press('u')
  expect(dialog.getByText('3 of 3', { exact: false })).toBeTruthy()
  expect(dialog.getByText('A dog on grass.')).toBeTruthy()
  expect(dialog.getByText('dog, grass')).toBeTruthy()
  press('a')
  expect(names()).toEqual(['cat', 'bird', 'beagle'])
  fireEvent.click(dialog.getByRole('button', { name: 'puppy' }))
  expect(names()).toEqual(['cat', 'bird', 'puppy'])
})

test('letters that are typed into a name are letters', async () => {
  const dialog = await openFull([row('cat'), row('bird')])
  fireEvent.click(dialog.getByRole('button', { name: /^New name cat\.jpg/ }))
  const field = dialog.getByRole('textbox', { name: 'New name for cat.JPG' })
  fireEvent.keyDown(field, { key: 'j' })
  expect(dialog.getByText('1 of 2', { exact: false })).toBeTruthy()
})
