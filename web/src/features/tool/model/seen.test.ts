import { expect, test } from 'vitest'
import { isUnsure, keywordsOf, NOTHING_SEEN, nextSuggestion, seenOf } from './seen'

test('a name is unsure below the level, unless the model does not say or a person has decided', () => {
  const seen = (confidence: number | null) => ({ ...NOTHING_SEEN, confidence })
  expect(isUnsure({ seen: seen(0.4), isEdited: false })).toBe(true)
  expect(isUnsure({ seen: seen(0.9), isEdited: false })).toBe(false)
  expect(isUnsure({ seen: seen(null), isEdited: false })).toBe(false)
  expect(isUnsure({ seen: seen(0.4), isEdited: true })).toBe(false)
})

test('an answer without the new fields is an answer', () => {
  expect(seenOf({})).toEqual(NOTHING_SEEN)
  expect(seenOf({ confidence: 0, altText: 'A dog.' })).toEqual({ ...NOTHING_SEEN, confidence: 0, altText: 'A dog.' })
})

test('one key goes round all suggestions and back', () => {
  const first = { suggestedName: 'dog', alternatives: ['beagle-dog', 'dog-on-grass'] }
  const second = nextSuggestion(first)
  expect(second).toEqual({ suggestedName: 'beagle-dog', alternatives: ['dog-on-grass', 'dog'] })
  expect(nextSuggestion(nextSuggestion(second))).toEqual(first)
  expect(nextSuggestion({ suggestedName: 'dog', alternatives: [] }).suggestedName).toBe('dog')
})

test('keywords are separated by commas, each once and at most ten', () => {
  expect(keywordsOf(' sea, sun ,, sea;sand')).toEqual(['sea', 'sun', 'sand'])
  expect(keywordsOf(Array.from({ length: 20 }, (_, i) => `w${i}`).join(','))).toHaveLength(10)
})
