import { expect, test } from 'vitest'
import { emptyRow, type ResultRow } from '../../model/row'
import { suggestionsOf } from './suggestions'

const row = (change: Partial<ResultRow>): ResultRow => ({
  ...emptyRow('a', new File([], 'a.jpg'), ''),
  suggestedName: 'dog',
  givenName: 'dog',
  alternatives: ['beagle', 'puppy'],
  ...change,
})

test('all names that were offered, without the one that the run gave', () => {
  expect(suggestionsOf(row({}))).toEqual(['beagle', 'puppy'])
  const taken = { suggestedName: 'beagle', alternatives: ['puppy', 'dog'], isEdited: true }
  expect(suggestionsOf(row(taken))).toEqual(['beagle', 'puppy'])
})

test('a name that was typed is no suggestion', () => {
  expect(suggestionsOf(row({ suggestedName: 'mine', isEdited: true }))).toEqual(['beagle', 'puppy'])
})

test('there are as many as digits', () => {
  expect(suggestionsOf(row({ alternatives: Array.from({ length: 12 }, (_, at) => `n${at}`) }))).toHaveLength(9)
})
