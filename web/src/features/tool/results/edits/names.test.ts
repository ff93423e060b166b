import { beforeAll, describe, expect, test } from 'vitest'
import type { ProcessingOptions } from '@/api/types'
import type { Rules } from '@/engine/rules'
import { finalNames } from '../../model/final-names'
import { emptyRow, type ResultRow } from '../../model/row'
import { realRules } from '../../testing/rules'
import { cleanEdit } from './clean-edit'
import { findAndReplace } from './find-replace'

let rules: Rules
beforeAll(async () => {
  rules = await realRules()
})

const row = (id: string, suggestedName: string, change: Partial<ResultRow> = {}): ResultRow => ({
  ...emptyRow(id, new File([id], `${id}.JPG`), ''),
  suggestedName,
  extension: 'jpg',
  state: 'done',
  output: new Blob([id]),
  ...change,
})

describe('final names', () => {
  test('colliding names get -2 and -3 and say so; capitals do not make a difference', () => {
    const rows = [row('a', 'dog'), row('b', 'Dog'), row('c', 'dog'), row('d', 'dog', { extension: 'png' })]
    const names = finalNames(rows, rules)
    expect([...names.values()].map((one) => one.name)).toEqual(['dog.jpg', 'Dog-2.jpg', 'dog-3.jpg', 'dog.png'])
    expect([...names.values()].map((one) => one.collides)).toEqual([false, true, true, false])
  })

  test('images without a name are left out', () => {
    expect(finalNames([row('a', '')], rules).size).toBe(0)
  })
})

describe('a typed name', () => {
  const clean = (text: string, change: Partial<ProcessingOptions> = {}) =>
    cleanEdit(text, { ...rules.defaults, prefix: 'studio', suffix: 'x', namePattern: '{n}', ...change }, rules)

  test('also where the run keeps names', () => {
    expect(clean('My Dog', { keepNames: true })).toBe('my-dog')
  })

  test('takes the form of the others, without prefix, suffix and pattern', () => {
    expect(clean('Scarlet Macaw / Parrot')).toBe('scarlet-macaw-parrot')
    expect(clean('2024 / Red Dog', { namePattern: '{year}/{name}' })).toBe('2024/red-dog')
    expect(clean('../dog', { namePattern: '{year}/{name}' })).toBe('dog')
    expect(clean('  dog.JPG ')).toBe('dog')
    expect(clean('a{name}b')).not.toContain('{')
  })

  test('follows the letters and separators of the batch', () => {
    expect(clean('red train', { letterCase: 'upper', separator: 'underscore' })).toBe('RED_TRAIN')
    expect(clean('RED_TRAIN', { letterCase: 'upper', separator: 'underscore' })).toBe('RED_TRAIN')
    expect(clean('Red Train', { letterCase: 'title', separator: 'underscore' })).toBe('Red_Train')
    expect(clean('redTrain:2', { letterCase: 'camel' })).toBe('redTrain_2')
  })

  test('without a letter or digit it is empty', () => {
    expect(clean('///')).toBe('')
    expect(clean('.jpg')).toBe('')
  })
})

describe('find and replace', () => {
  const rows = () => [row('a', 'red-dog'), row('b', 'Red-cat'), row('c', 'blue-bird')]
  const same = (text: string) => text
  const request = { find: 'red', replace: 'green', matchCase: false, regex: false }

  test('changes only what it finds', () => {
    expect([...findAndReplace(rows(), request, same).names]).toEqual([
      ['a', 'green-dog'],
      ['b', 'green-cat'],
    ])
    expect(findAndReplace(rows(), { ...request, matchCase: true }, same).names.size).toBe(1)
  })

  test('plain text is plain: dots and dollars mean themselves', () => {
    expect(findAndReplace(rows(), { ...request, find: 'r.d' }, same).names.size).toBe(0)
    expect(findAndReplace(rows(), { ...request, replace: '$&' }, same).names.get('a')).toBe('$&-dog')
  })

  test('a regular expression can use its groups, and {n} is the row', () => {
    const regex = { find: '^(\\w+)-(\\w+)$', replace: '$2-{n}', matchCase: false, regex: true }
    expect([...findAndReplace(rows(), regex, same).names.values()]).toEqual(['dog-1', 'cat-2', 'bird-3'])
  })

  test('a bad expression says so', () => {
    const broken = findAndReplace(rows(), { ...request, find: '(', regex: true }, same)
    expect(broken.error).toBe('This is not a valid regular expression.')
  })

  test('a name is never replaced by nothing', () => {
    expect(findAndReplace([row('a', 'dog')], { ...request, find: 'dog', replace: '' }, same).names.size).toBe(0)
  })
})
