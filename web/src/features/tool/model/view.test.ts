import { expect, test } from 'vitest'
import { emptyRow, type ResultRow } from './row'
import { NOTHING_SEEN } from './seen'
import { countsOf, EVERYTHING, shownIds, sortedBy, sortedFresh, type View } from './view'

const row = (id: string, change: Partial<ResultRow> = {}): ResultRow => ({
  ...emptyRow(id, new File([new Uint8Array(100)], `${id}.JPG`), ''),
  suggestedName: id,
  extension: 'jpg',
  state: 'done',
  output: new Blob([new Uint8Array(80)]),
  ...change,
})

const rows = [
  row('img10', { fromCache: true, output: new Blob([new Uint8Array(120)]) }),
  row('img2', { isEdited: true, output: new Blob([new Uint8Array(10)]) }),
  row('broken', { state: 'failed', error: 'no', output: null }),
  row('left', { state: 'cancelled', error: 'Not processed: cancelled.', output: null }),
  row('vague', { seen: { ...NOTHING_SEEN, confidence: 0.2 } }),
]
const names = new Map(rows.map(({ id }) => [id, { name: `${id}.jpg`, collides: false }]))
const shown = (view: Partial<View>) => shownIds(rows, names, { ...EVERYTHING, ...view })

test('filters count what they show', () => {
  expect(countsOf(rows)).toEqual({ all: 5, failed: 1, undone: 1, unsure: 1, cached: 1, edited: 1, alike: 0 })
  expect(shown({ filter: 'failed' })).toEqual(['broken'])
  expect(shown({ filter: 'undone' })).toEqual(['left'])
  expect(shown({ filter: 'unsure' })).toEqual(['vague'])
  expect(shown({ filter: 'cached' })).toEqual(['img10'])
  expect(shown({ filter: 'edited' })).toEqual(['img2'])
})

test('names are sorted as people read them: 2 before 10', () => {
  expect(shown({ sort: 'name' })).toEqual(['broken', 'img2', 'img10', 'left', 'vague'])
  expect(shown({ sort: 'original', down: true })).toEqual(['vague', 'left', 'img10', 'img2', 'broken'])
})

test('by size, by bytes saved, and by what needs a person', () => {
  expect(shown({ sort: 'size' })).toEqual(['img2', 'vague', 'broken', 'left', 'img10'])
  expect(shown({ sort: 'saved', down: true })).toEqual(['img2', 'vague', 'broken', 'left', 'img10'])
  expect(shown({ sort: 'state' })).toEqual(['broken', 'left', 'vague', 'img10', 'img2'])
})

test('what is equal stays in the order it was added, also from the end', () => {
  expect(shown({ sort: 'state', down: true })).toEqual(['img10', 'img2', 'vague', 'left', 'broken'])
  expect(shown({ down: true })).toEqual(['vague', 'left', 'broken', 'img2', 'img10'])
})

test('a sort chosen again turns around; sizes begin with the largest', () => {
  const once = sortedBy(EVERYTHING, 'size')
  expect(once).toMatchObject({ sort: 'size', down: true })
  expect(sortedBy(once, 'size').down).toBe(false)
  expect(sortedBy(once, 'name').down).toBe(false)
})

test('choosing the order in which images were added restores it', () => {
  const bySize = sortedFresh(EVERYTHING, 'size')
  expect(bySize).toMatchObject({ sort: 'size', down: true })
  expect(sortedFresh(bySize, 'added')).toEqual(EVERYTHING)
  expect(sortedFresh({ ...EVERYTHING, down: true }, 'added')).toEqual(EVERYTHING)
})
