import { beforeAll, expect, test } from 'vitest'
import type { Rules } from '@/engine/rules'
import { emptyRow, type ReadyRow } from '../../model/row'
import { realRules } from '../../testing/rules'
import { withWords, wordsRecipe } from './with-words'

let rules: Rules
beforeAll(async () => {
  rules = await realRules()
})

const seen = { confidence: 0.9, altText: 'A dog.', keywords: ['dog', 'pet'], fingerprint: '' }
const row: ReadyRow = {
  ...emptyRow('a', new File([''], 'a.jpg'), ''),
  suggestedName: 'red-dog',
  seen,
  output: new Blob(['plain']),
}

test('the recipe writes the words and nothing else', () => {
  const recipe = wordsRecipe(row, rules, rules.defaults)
  expect(recipe).toEqual({
    ...rules.defaults,
    addCustomMetadata: true,
    customTitle: 'Red dog',
    customAltText: 'A dog.',
    customDescription: 'A dog.',
    customKeywords: 'dog, pet',
  })
})

test('what the person has typed wins, and keywords are joined', () => {
  const own = {
    ...rules.defaults,
    addCustomMetadata: true,
    customTitle: 'My dog',
    customDescription: 'Mine',
    customKeywords: 'holiday, dog',
  }
  const recipe = wordsRecipe(row, rules, own)
  expect([recipe?.customTitle, recipe?.customDescription, recipe?.customKeywords]).toEqual([
    'My dog',
    'Mine',
    'holiday, dog, pet',
  ])
})

test('placeholders that the person has typed are filled', () => {
  const own = {
    ...rules.defaults,
    addCustomMetadata: true,
    customTitle: '{name} by me',
    customKeywords: '{keywords}, shop',
  }
  const recipe = wordsRecipe(row, rules, own)
  expect([recipe?.customTitle, recipe?.customKeywords]).toEqual(['Red dog by me', 'dog, pet, shop'])
})

test('an image without words, or one that cannot be written, stays as it is', async () => {
  const nothing = { ...row, seen: { ...seen, altText: '', keywords: [] } }
  const refuse = () => Promise.reject(new Error('damaged'))
  expect(await withWords(nothing, rules, rules.defaults, refuse)).toBe(row.output)
  expect(await withWords(row, rules, rules.defaults, refuse)).toBe(row.output)
})
