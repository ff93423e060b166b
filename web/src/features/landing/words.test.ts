import { expect, test } from 'vitest'
import { FEATURES, STEPS, USE_CASES } from './words'

/** What a visitor without an account cannot do, and the words that say who can. */
const NEEDS_MORE = /metadata|strip location|copyright|context|your own words|history|template|any position/i
const SAYS_SO = /account|plan/i

test('what needs an account or a plan says so in the same sentence', () => {
  const texts = [...FEATURES, ...STEPS, ...USE_CASES].map(({ text }) => text)
  expect(texts.filter((text) => NEEDS_MORE.test(text) && !SAYS_SO.test(text))).toEqual([])
})
