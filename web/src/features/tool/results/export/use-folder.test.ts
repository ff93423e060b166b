import { beforeAll, expect, test } from 'vitest'
import type { Rules } from '@/engine/rules'
import { finalNames } from '../../model/final-names'
import { emptyRow, type ResultRow } from '../../model/row'
import { realRules } from '../../testing/rules'
import { wantedNames } from './use-folder'

let rules: Rules
beforeAll(async () => {
  rules = await realRules()
})

const row = (name: string, folder: string, change: Partial<ResultRow> = {}): ResultRow => ({
  ...emptyRow(`${folder}/${name}`, new File(['x'], name), folder),
  suggestedName: 'dog',
  extension: 'webp',
  state: 'done',
  ...change,
})
const wanted = (rows: ResultRow[], picked: string) =>
  wantedNames(rows, finalNames(rows, rules), rules, picked).map(({ folder, from, to }) => [folder, from, to])

test('the originals keep their extension, and equal names get numbers', () => {
  expect(wanted([row('IMG_1.JPG', ''), row('IMG_2.png', '')], 'anything')).toEqual([
    ['', 'IMG_1.JPG', 'dog.JPG'],
    ['', 'IMG_2.png', 'dog-2.png'],
  ])
})

test('images are looked for below the folder that was picked, be it the dropped one or the one around it', () => {
  const rows = [row('a.jpg', 'trip/day 1')]
  expect(wanted(rows, 'trip')).toEqual([['day 1', 'a.jpg', 'dog.jpg']])
  expect(wanted(rows, 'holidays')).toEqual([['trip/day 1', 'a.jpg', 'dog.jpg']])
})

test('what failed keeps its name', () => {
  expect(wanted([row('a.jpg', '', { state: 'failed' })], '')).toEqual([])
})
