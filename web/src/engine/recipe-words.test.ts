import { expect, test } from 'vitest'
import { recipeWords } from './recipe-words'

test('what a recipe does is said, and nothing else', () => {
  expect(recipeWords({})).toEqual([])
  expect(recipeWords({ convertFormat: true, outputFormat: 'webp', prefix: 'shop', suffix: 'xl' })).toEqual([
    'WebP',
    'shop-…',
    '…-xl',
  ])
})

test('with kept names nothing is put around them, whatever the fields hold', () => {
  expect(recipeWords({ keepNames: true, prefix: 'shop', namePattern: '{n}' })).toEqual(['names kept'])
})
