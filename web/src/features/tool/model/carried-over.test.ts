import { expect, test } from 'vitest'
import { image } from '../testing/images'
import { keepingEdits, rowForRun } from './carried-over'
import { emptyRow, type ResultRow } from './row'
import { NOTHING_SEEN } from './seen'

const row = (change: Partial<ResultRow>): ResultRow => ({
  ...emptyRow('a', new File(['a'], 'a.JPG'), ''),
  suggestedName: 'mine',
  extension: 'jpg',
  ...change,
})
const found = { suggestedName: 'dog', isEdited: false, seen: { ...NOTHING_SEEN, altText: 'A dog.', confidence: 0.9 } }

test('a name written by hand survives another run, and the given one is remembered beside it', () => {
  expect(keepingEdits(row({ isEdited: true }), found)).toMatchObject({
    suggestedName: 'mine',
    isEdited: true,
    givenName: 'dog',
  })
  expect(keepingEdits(row({}), found)).toMatchObject({ suggestedName: 'dog', isEdited: false, givenName: 'dog' })
})

test('words written by hand survive another run; how sure the model was is new', () => {
  const before = row({ wordsEdited: true, seen: { ...NOTHING_SEEN, altText: 'My dog.', keywords: ['rex'] } })
  expect(keepingEdits(before, found).seen).toMatchObject({ altText: 'My dog.', keywords: ['rex'], confidence: 0.9 })
  expect(keepingEdits(row({}), found).seen?.altText).toBe('A dog.')
})

test('a row that a cancelled run never reached still has what was written by hand, and nothing else', () => {
  const a = image('a')
  expect(rowForRun(a, row({ isEdited: true }))).toMatchObject({
    suggestedName: 'mine',
    extension: 'jpg',
    isEdited: true,
  })
  expect(rowForRun(a, row({}))).toMatchObject({ suggestedName: '', isEdited: false })
})
