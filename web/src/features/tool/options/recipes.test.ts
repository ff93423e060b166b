import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recipeWords } from '@/engine/recipe-words'
import { realRules } from '../testing/rules'
import { RECIPES } from './recipes'

test('every recipe is valid, and what it does is what it says', async () => {
  const rules = await realRules()
  for (const { options, says } of RECIPES) {
    expect(rules.optionProblems({ ...rules.defaults, ...options })).toEqual([])
    for (const size of recipeWords(options).filter((word) => word.startsWith('at most'))) expect(says).toContain(size)
  }
})

test('the server has the same recipes as ready-made templates', () => {
  const file = readFileSync('../crates/server/src/features/templates/ready_made.json', 'utf8')
  const templates = JSON.parse(file) as { name: string; description: string; templateData: object }[]
  expect(
    templates.map(({ name, description, templateData }) => ({ name, says: description, options: templateData })),
  ).toEqual(RECIPES)
})

test('a guest may use every recipe, without what asks for an account', async () => {
  const rules = await realRules()
  for (const { options } of RECIPES) {
    const { options: allowed, notes } = rules.coerceOptions({ ...rules.defaults, ...options }, 'guest')
    expect(allowed.removeMetadata).toBe(false)
    expect(notes.length).toBe(options.removeMetadata ? 1 : 0)
  }
})
