import { beforeEach, expect, test, vi } from 'vitest'
import { redo, removeRows, undo } from '../../kept/undo'
import { useBatch } from '../../model/batch-store'
import { WAS_REMOVED } from '../../model/carried-over'
import { renameRow, renameRows, resetNames, takeNextSuggestion, writeWords } from '../../model/edits'
import type { BatchImage } from '../../model/image'
import { useResults } from '../../model/results-store'
import { emptyRow, type ResultRow } from '../../model/row'

vi.mock('../../kept/stored-files', () => ({
  keepImages: vi.fn(async () => 'kept'),
  forgetImage: vi.fn(async () => undefined),
  forgetAllImages: vi.fn(async () => undefined),
}))

const row = (id: string, change: Partial<ResultRow> = {}): ResultRow => ({
  ...emptyRow(id, new File([id], `${id}.JPG`), ''),
  suggestedName: id,
  givenName: id,
  extension: 'jpg',
  state: 'done',
  alternatives: ['second', 'third'],
  ...change,
})

const at = (index: number) => useResults.getState().rows[index] as ResultRow
const names = () => useResults.getState().rows.map((one) => one.suggestedName)
const ids = () => useBatch.getState().images.map(({ id }) => id)

beforeEach(() => {
  useResults.getState().clear()
  useResults.getState().start([row('a'), row('b'), row('c')], {} as never)
  useBatch.setState({
    images: ['a', 'b', 'c'].map((id) => ({ id, file: new File([id], `${id}.JPG`), folder: '' }) as BatchImage),
  })
})

test('every kind of change is undone and done again, one after the other', () => {
  renameRow(at(0), 'mine')
  takeNextSuggestion(at(1))
  renameRows(
    new Map([
      ['a', 'ours'],
      ['c', 'yours'],
    ]),
  )
  resetNames([at(0)])
  writeWords(at(2), { altText: 'A dog.' })
  expect(names()).toEqual(['a', 'second', 'yours'])
  const seen = ['a,second,yours', 'ours,second,yours', 'mine,second,c', 'mine,b,c', 'a,b,c']
  for (const state of seen) {
    undo()
    expect(names().join()).toBe(state)
  }
  expect(undo()).toBeUndefined()
  expect(at(0)).toMatchObject({ isEdited: false })
  for (const state of [...seen].reverse().slice(1)) {
    redo()
    expect(names().join()).toBe(state)
  }
  redo()
  expect(at(2).seen.altText).toBe('A dog.')
  expect(redo()).toBeUndefined()
})

test('a new change ends what could be done again', () => {
  renameRow(at(0), 'mine')
  undo()
  renameRow(at(0), 'other')
  expect(redo()).toBeUndefined()
  expect(names()[0]).toBe('other')
})

test('removed images come back to their places, all of them at once', () => {
  removeRows(['a', 'c'])
  expect([names(), ids()]).toEqual([['b'], ['b']])
  removeRows(['b'])
  expect(ids()).toEqual([])
  undo()
  undo()
  expect([names(), ids()]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
  redo()
  expect(ids()).toEqual(['b'])
})

test('undoing a name leaves what a run has made of the row since', () => {
  renameRow(at(0), 'mine')
  const output = new Blob(['new'])
  useResults.getState().patch(new Map([['a', { output, error: null }]]))
  undo()
  expect(at(0)).toMatchObject({ suggestedName: 'a', output })
})

test('a change that changes nothing leaves no trace', () => {
  renameRow(at(0), 'a')
  resetNames([at(1)])
  takeNextSuggestion(row('d', { alternatives: [] }))
  expect(useResults.getState().past).toEqual([])
})

test('a reset brings back the given name and the suggestions in their first order', () => {
  takeNextSuggestion(at(0))
  takeNextSuggestion(at(0))
  expect(at(0)).toMatchObject({ suggestedName: 'third', alternatives: ['a', 'second'], isEdited: true })
  resetNames([at(0)])
  expect(at(0)).toMatchObject({ suggestedName: 'a', alternatives: ['second', 'third'], isEdited: false })
})

test('what was changed before another run of the same images is undone after it, to the name of that run', () => {
  renameRow(at(0), 'mine')
  useResults
    .getState()
    .start([row('a', { suggestedName: 'mine', isEdited: true, givenName: 'new' }), row('b')], {} as never)
  undo()
  expect(at(0)).toMatchObject({ suggestedName: 'new', isEdited: false })
  redo()
  expect(at(0)).toMatchObject({ suggestedName: 'mine', isEdited: true, givenName: 'new' })
})

test('an image that was removed before another run comes back with its name, to be processed', () => {
  renameRow(at(0), 'mine')
  removeRows(['a'])
  useResults.getState().start([row('b'), row('c')], {} as never)
  undo()
  expect(at(0)).toMatchObject({
    suggestedName: 'mine',
    isEdited: true,
    output: null,
    state: 'cancelled',
    error: WAS_REMOVED,
  })
})

test('a run of other images begins without a history', () => {
  renameRow(at(0), 'mine')
  useResults.getState().start([row('d')], {} as never)
  expect(undo()).toBeUndefined()
})

test('an image that leaves a batch without results comes back too', () => {
  useResults.getState().clear()
  removeRows(['b'])
  expect(ids()).toEqual(['a', 'c'])
  undo()
  expect(ids()).toEqual(['a', 'b', 'c'])
})
