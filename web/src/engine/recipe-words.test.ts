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
  expect(recipeWords({ language: 'de' })).toEqual(['Deutsch'])
  expect(recipeWords({ language: 'en' })).toEqual([])
})

test('a prefix or suffix that brings its own sign gets no second one', () => {
  expect(recipeWords({ prefix: ' pre- ', suffix: '_xl' })).toEqual(['pre-…', '…_xl'])
})

test('every number has its unit, and a side without a limit is not said', () => {
  const sides = { resizeImages: true, maxWidth: 1600, maxHeight: 1200 }
  expect(recipeWords({ ...sides, enableCompression: true, compressionQuality: 0.8 })).toEqual([
    'at most 1600 × 1200 px',
    'quality 80 %',
  ])
  const compressed = { enableCompression: true, compressionQuality: 0.8 }
  expect(recipeWords({ ...compressed, pngQuality: 0.7 })).toEqual(['quality 80 %', 'PNG quality 70 %'])
  expect(recipeWords({ ...compressed, pngQuality: 1 })).toEqual(['quality 80 %', 'PNG with all colours'])
  expect(recipeWords({ ...sides, maxHeight: 0 })).toEqual(['at most 1600 px wide'])
})
