import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Rules } from '@/engine/rules'
import { useResults } from '../model/results-store'
import { emptyRow, type ResultRow } from '../model/row'
import { NOTHING_SEEN } from '../model/seen'
import { EVERYTHING } from '../model/view'
import { useView } from '../model/view-store'
import { processed } from '../testing/images'
import { realRules } from '../testing/rules'
import { showAs } from '../testing/show'
import { Results } from './results'

vi.mock('@/engine', () => ({ engine: { thumbnail: async () => processed('small'), sha256: async () => 'hash' } }))

let rules: Rules
beforeAll(async () => {
  rules = await realRules()
})

const row = (id: string, suggestedName: string, confidence: number): ResultRow => ({
  ...emptyRow(id, new File(['bytes'], `${id}.JPG`), ''),
  suggestedName,
  extension: 'jpg',
  state: 'done',
  output: new Blob(['new']),
  alternatives: ['beagle-dog'],
  seen: { ...NOTHING_SEEN, confidence, altText: 'A dog.', keywords: ['dog', 'pet'] },
})

async function show() {
  useView.getState().look(EVERYTHING)
  useResults.getState().start([row('a', 'dog', 0.9), row('b', 'thing', 0.3)], rules.defaults)
  const none = () => {}
  await showAs('essential', <Results rules={rules} progress={null} onBack={none} onReset={none} onRetry={none} />)
}

const names = () => screen.getAllByRole('button', { name: /^New name/ }).map((one) => one.textContent)

test('an unsure name is marked, can be looked at alone, and one key takes the next suggestion', async () => {
  await show()
  expect(screen.getByTitle('Unsure: 30 % sure. Press A for another suggestion.').textContent).toBe('Unsure: 30 % sure')
  fireEvent.click(screen.getByRole('button', { name: 'Unsure 1' }))
  expect(names()).toEqual(['thing.jpg'])
  fireEvent.keyDown(screen.getByRole('button', { name: 'New name thing.jpg. Change it' }), { key: 'a' })
  expect(names()).toEqual(['beagle-dog.jpg'])
  expect(screen.queryByTitle(/% sure/)).toBeNull()
})

test('an image in full says how sure its name is, until somebody has changed it', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Compare a.JPG before and after' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('Name 90 % sure · 1 of 2')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
})

test('alt text and keywords are edited under the name', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Options' }))
  fireEvent.click(await screen.findByRole('switch', { name: 'Alt text and keywords' }))
  const alt = screen.getByRole('textbox', { name: 'Alt text for a.JPG' })
  fireEvent.change(alt, { target: { value: 'A dog on grass. ' } })
  fireEvent.blur(alt)
  const words = screen.getByRole('textbox', { name: 'Keywords for a.JPG' })
  fireEvent.change(words, { target: { value: 'dog, grass, dog' } })
  fireEvent.blur(words)
  const { altText, keywords } = useResults.getState().rows[0]?.seen ?? NOTHING_SEEN
  expect([altText, keywords]).toEqual(['A dog on grass.', ['dog', 'grass']])
})
