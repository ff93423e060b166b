import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Rules } from '@/engine/rules'
import { useBatch } from '../model/batch-store'
import { changeLayout } from '../model/layout-store'
import { useResults } from '../model/results-store'
import { emptyRow, type ResultRow } from '../model/row'
import { NOTHING_SEEN } from '../model/seen'
import { EVERYTHING } from '../model/view'
import { useView } from '../model/view-store'
import { image, processed } from '../testing/images'
import { realRules } from '../testing/rules'
import { showAs } from '../testing/show'
import { Results } from './results'

vi.mock('@/engine', () => ({ engine: { thumbnail: async () => processed('small'), sha256: async () => 'hash' } }))

let rules: Rules
beforeAll(async () => {
  rules = await realRules()
})

const row = (name: string, change: Partial<ResultRow> = {}): ResultRow => ({
  ...emptyRow(`${name}.JPG`, new File(['bytes'], `${name}.JPG`), ''),
  suggestedName: name,
  givenName: name,
  extension: 'jpg',
  state: 'done',
  output: new Blob(['new']),
  ...change,
})
const unsure = { ...NOTHING_SEEN, confidence: 0.1, altText: 'A dog on grass.', keywords: ['dog', 'grass'] }

beforeEach(async () => {
  useView.getState().look(EVERYTHING)
  changeLayout({ layout: 'table', cardSize: 220 })
  const rows = [row('cat'), row('bird'), row('dog', { seen: unsure, alternatives: ['beagle', 'puppy'] })]
  useBatch.setState({ images: rows.map(({ id }) => image(id)) })
  useResults.getState().clear()
  useResults.getState().start(rows, rules.defaults)
  const none = () => {}
  await showAs('guest', <Results rules={rules} progress={null} onBack={none} onReset={none} onRetry={none} />)
})

const names = () => useResults.getState().rows.map(({ suggestedName }) => suggestedName)
const nameOf = (name: string) => screen.getByRole('button', { name: `New name ${name}.jpg. Change it` })
const alone = (place: number) => screen.getByRole('region', { name: `Image ${place} of 3` })

test('a batch is reviewed one at a time from the keyboard', async () => {
  nameOf('cat').focus()
  fireEvent.keyDown(nameOf('cat'), { key: 'f' })
  expect(document.activeElement).toBe(alone(1))
  fireEvent.keyDown(alone(1), { key: 'j' })
  fireEvent.keyDown(alone(2), { key: 'k' })
  fireEvent.keyDown(alone(1), { key: 'u' })
  const view = within(alone(3))
  expect(view.getByDisplayValue('A dog on grass.')).toBeTruthy()
  expect(view.getByDisplayValue('dog, grass')).toBeTruthy()
  fireEvent.keyDown(alone(3), { key: '2' })
  expect(names()).toEqual(['cat', 'bird', 'puppy'])
  fireEvent.keyDown(alone(3), { key: '1' })
  expect(names()).toEqual(['cat', 'bird', 'beagle'])
  fireEvent.keyDown(alone(3), { key: '0' })
  expect(names()).toEqual(['cat', 'bird', 'dog'])
  fireEvent.keyDown(alone(3), { key: 'Enter' })
  const field = view.getByRole('textbox', { name: 'New name for dog.JPG' })
  fireEvent.change(field, { target: { value: 'jane' } })
  fireEvent.keyDown(field, { key: 'j' })
  fireEvent.submit(field)
  expect(names()).toEqual(['cat', 'bird', 'jane'])
  fireEvent.keyDown(alone(3), { key: 'Escape' })
  expect(document.activeElement).toBe(nameOf('jane'))
})

test('alt text is written in the view of one image, and Escape leaves it as it was', async () => {
  fireEvent.keyDown(nameOf('dog'), { key: 'f' })
  const alt = screen.getByRole('textbox', { name: 'Alt text' })
  fireEvent.change(alt, { target: { value: 'A beagle\non grass.' } })
  fireEvent.keyDown(alt, { key: 'Enter' })
  fireEvent.blur(alt)
  expect(useResults.getState().rows[2]?.seen.altText).toBe('A beagle on grass.')
  const keywords = screen.getByRole('textbox', { name: 'Keywords' })
  fireEvent.change(keywords, { target: { value: 'nothing' } })
  fireEvent.keyDown(keywords, { key: 'Escape' })
  fireEvent.blur(keywords)
  expect(useResults.getState().rows[2]?.seen.keywords).toEqual(['dog', 'grass'])
  expect(alone(3)).toBeTruthy()
})

test('an image that is removed makes room for the next one', async () => {
  fireEvent.keyDown(nameOf('bird'), { key: 'f' })
  fireEvent.keyDown(alone(2), { key: 'Delete' })
  const view = screen.getByRole('region', { name: 'Image 2 of 2' })
  expect(within(view).getByRole('button', { name: 'New name dog.jpg. Change it' })).toBeTruthy()
})

test('cards show the same results, and their size is a slider', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Cards' }))
  expect(screen.queryByRole('table')).toBeNull()
  const cards = within(screen.getByRole('list', { name: 'Results' }))
  expect(cards.getAllByRole('listitem')).toHaveLength(3)
  fireEvent.change(screen.getByRole('slider', { name: 'Card size' }), { target: { value: '320' } })
  expect(localStorage.getItem('nomina.layout')).toBe('{"layout":"cards","cardSize":320}')
  nameOf('cat').focus()
  fireEvent.keyDown(nameOf('cat'), { key: 'ArrowRight' })
  expect(document.activeElement).toBe(nameOf('bird'))
  fireEvent.click(cards.getByRole('button', { name: 'Show only dog.JPG' }))
  expect(alone(3)).toBeTruthy()
})

test('Alt and an arrow move a row, and Ctrl Z moves it back', async () => {
  nameOf('cat').focus()
  fireEvent.keyDown(nameOf('cat'), { key: 'ArrowDown', altKey: true })
  expect(names()).toEqual(['bird', 'cat', 'dog'])
  expect(document.activeElement).toBe(nameOf('cat'))
  fireEvent.keyDown(nameOf('cat'), { key: 'ArrowDown', altKey: true })
  expect(names()).toEqual(['bird', 'dog', 'cat'])
  fireEvent.keyDown(nameOf('cat'), { key: 'z', ctrlKey: true })
  expect(names()).toEqual(['bird', 'cat', 'dog'])
  fireEvent.click(screen.getByRole('button', { name: 'Redo: Move cat.JPG' }))
  expect(names()).toEqual(['bird', 'dog', 'cat'])
})

test('all selected images move together, in the order that is shown', async () => {
  useView.getState().look({ ...EVERYTHING, down: true })
  for (const name of ['cat', 'bird'])
    fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}.JPG` }))
  fireEvent.click(screen.getByRole('button', { name: 'Move up' }))
  expect(names()).toEqual(['dog', 'cat', 'bird'])
})

test('another order than that of the batch is not moved in', async () => {
  fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'name' } })
  fireEvent.keyDown(nameOf('cat'), { key: 'ArrowDown', altKey: true })
  expect(names()).toEqual(['cat', 'bird', 'dog'])
  expect(screen.getByText('Sort by batch order to move images.')).toBeTruthy()
})
