import { expect, test } from 'vitest'
import { emptyRow, type ResultRow } from '../model/row'
import { seenOf } from '../model/seen'
import { completeText, completeTitle, outcomeOf, readySentence } from './complete-text'

const row = (change: Partial<ResultRow>): ResultRow => ({
  ...emptyRow(crypto.randomUUID(), new File(['x'], 'a.jpg'), ''),
  state: 'done',
  output: new Blob(['x']),
  ...change,
})
const unnamed = row({ error: 'AI processing failed: no. Using cleaned original name.' })
const failed = row({ state: 'failed', error: 'Processing failed: no.' })
const summary = { byAi: 1, fromCache: 0, fallback: 1, failed: 0, cancelled: false }
const title = (rows: ResultRow[], cancelled = false) => completeTitle({ ...summary, cancelled }, outcomeOf(rows))

test('a run that named half of its images does not look like success', () => {
  expect(readySentence([row({}), row({}), unnamed])).toBe('2 named, 1 kept its name. Click a name to change it.')
  expect(title([row({}), unnamed, unnamed])).toBe('1 named, 2 kept their names')
  expect(title([row({}), failed])).toBe('1 image failed')
  expect(title([row({}), unnamed], true)).toBe('Cancelled')
})

test('where nothing went wrong it says so', () => {
  expect(title([row({}), row({})])).toBe('Processing Complete!')
  expect(readySentence([row({}), row({ state: 'cancelled', output: null, error: 'x' })])).toBe(
    '1 of 2 ready. 1 not done. Click a name to change it.',
  )
})

test('which model of this device gave the names is said', () => {
  const text = (...models: ('quick' | 'best')[]) =>
    completeText(
      { ...summary, fallback: 0 },
      models.map((model) => row({ seen: seenOf({ model }) })),
      false,
    ).split('cache.')[1]
  expect(text()).toBe('')
  expect(text('quick', 'quick')).toBe(' Names by the quick model on this device.')
  expect(text('best')).toBe(' Names by the larger model on this device.')
  expect(text('quick', 'best', 'best')).toBe(' On this device, 1 by the quick model and 2 by the larger one.')
})

test('context that a model could not use is said (NAME-04)', () => {
  const text = (...used: (boolean | null)[]) =>
    completeText(
      { ...summary, fallback: 0 },
      used.map((contextUsed) => row({ seen: seenOf({ contextUsed }) })),
      false,
    )
  expect(text(true, null)).toBe('1 image processed by AI, 0 used the cache.')
  expect(text(true, false)).toBe(
    '1 image processed by AI, 0 used the cache. Your context did not fit 1 image: the model saw nothing of it there.',
  )
  expect(text(false, false)).toContain('Your context did not fit 2 images')
})
