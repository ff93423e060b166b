import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Rules } from '@/engine/rules'
import { image } from '../testing/images'
import { realRules } from '../testing/rules'
import { useBatch } from './batch-store'
import { composedNames } from './composed-name'
import { inOrder, moveImages, orderWith, setOrder } from './order'
import { useResults } from './results-store'
import { emptyRow, type ResultRow } from './row'

let rules: Rules
beforeAll(async () => {
  rules = await realRules()
})

describe('the order with some moved', () => {
  const order = ['a', 'b', 'c', 'd']
  test.each([
    [['c'], 'a', false, 'cabd'],
    [['a'], 'b', true, 'bacd'],
    [['a', 'd'], 'b', true, 'badc'],
    [['d', 'a'], 'c', false, 'badc'],
    [['b'], 'a', true, 'abcd'],
    [['b'], 'b', true, 'abcd'],
    [['b'], 'nobody', true, 'abcd'],
  ])('%s beside %s, after it: %s', (moved, beside, after, expected) => {
    expect(orderWith(order, new Set(moved), beside, after).join('')).toBe(expected)
  })

  test('what changes nothing is the same list', () => {
    expect(orderWith(order, new Set(['b']), 'a', true)).toBe(order)
  })
})

test('what is not in the list comes last', () => {
  const items = ['x', 'b', 'a'].map((id) => ({ id }))
  expect(inOrder(items, ['a', 'b']).map(({ id }) => id)).toEqual(['a', 'b', 'x'])
})

describe('moving images', () => {
  const images = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => image(name))
  const row = (at: number, words: string, change: Partial<ResultRow> = {}): ResultRow => {
    const one = images[at] ?? image('x')
    const source = { words, alternatives: [`other ${words}`], place: at + 1, total: images.length }
    const [name = '', ...alternatives] = composedNames(one, source, recipe(), rules)
    const names = { suggestedName: name, givenName: name, alternatives, source }
    return { ...emptyRow(one.id, one.file, ''), ...names, extension: 'jpg', state: 'done', ...change }
  }
  const recipe = () => ({ ...rules.defaults, namePattern: '{n:2}-{name}' })
  const names = () => useResults.getState().rows.map(({ suggestedName }) => suggestedName)
  beforeEach(() => {
    useBatch.setState({ images })
    useResults.getState().clear()
  })

  test('the numbers in the names follow, and the typed name stays', () => {
    const typed = { suggestedName: 'mine', isEdited: true }
    useResults.getState().start([row(0, 'dog'), row(1, 'cat', typed), row(2, 'bird')], recipe())
    expect(names()).toEqual(['01-dog', 'mine', '03-bird'])
    expect(moveImages(['c.jpg'], 'a.jpg', false, rules)).toBe(true)
    expect(names()).toEqual(['01-bird', '02-dog', 'mine'])
    expect(useResults.getState().rows[2]?.givenName).toBe('03-cat')
    expect(useBatch.getState().images.map(({ id }) => id)).toEqual(['c.jpg', 'a.jpg', 'b.jpg'])
    expect(useResults.getState().past.at(-1)).toMatchObject({ label: 'Move c.jpg' })
  })

  test('a suggestion that was taken is numbered again too', () => {
    const dog = row(0, 'dog')
    const [other = ''] = dog.alternatives
    const taken = { ...dog, suggestedName: other, alternatives: [dog.suggestedName], isEdited: true }
    useResults.getState().start([taken, row(1, 'cat'), row(2, 'bird')], recipe())
    moveImages(['a.jpg'], 'b.jpg', true, rules)
    expect(names()).toEqual(['01-cat', '02-other-dog', '03-bird'])
    expect(useResults.getState().rows[1]?.alternatives).toEqual(['02-dog'])
  })

  test('rows of an earlier version keep their names', () => {
    useResults.getState().start([row(0, 'dog', { source: null }), row(1, 'cat'), row(2, 'bird')], recipe())
    setOrder(['b.jpg', 'a.jpg', 'c.jpg'], rules)
    expect(names()).toEqual(['01-cat', '01-dog', '03-bird'])
  })

  test('moving to where it is already is no change', () => {
    useResults.getState().start([row(0, 'dog'), row(1, 'cat'), row(2, 'bird')], recipe())
    expect(moveImages(['b.jpg'], 'a.jpg', true, rules)).toBe(false)
    expect(useResults.getState().past).toEqual([])
  })
})
