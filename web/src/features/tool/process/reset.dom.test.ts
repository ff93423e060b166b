import { beforeEach, expect, test, vi } from 'vitest'
import { undo } from '../kept/undo'
import { useBatch } from '../model/batch-store'
import { renameRow } from '../model/edits'
import { useResults } from '../model/results-store'
import { emptyRow, type ResultRow } from '../model/row'
import { namesCache } from '../naming/names-cache'
import { image } from '../testing/images'
import { undoHere } from '../upload/take-out'
import { bringBack, clearAll, resetTool, startOver } from './reset'

vi.mock('@/engine', () => ({ engine: {} }))
vi.mock('../kept/stored-files', () => ({
  keepImages: vi.fn(async () => 'kept'),
  forgetImage: vi.fn(async () => undefined),
  forgetAllImages: vi.fn(async () => undefined),
}))

const a = image('a.jpg')
const row = (): ResultRow => useResults.getState().rows[0] as ResultRow
const known = () => namesCache.mayKnow(a.file, '')

beforeEach(() => {
  resetTool()
  useBatch.getState().add([a])
  namesCache.remember('hash', a.file, '', { words: 'dog', alternatives: [], seen: {} as never })
  const done = { suggestedName: 'dog', givenName: 'dog', state: 'done', output: new Blob(['x']) } as const
  useResults.getState().start([{ ...emptyRow(a.id, a.file, ''), ...done }], {} as never)
  useBatch.getState().go('results')
  renameRow(row(), 'mine')
})

test('starting over takes everything, and everything comes back', () => {
  startOver()
  expect([useBatch.getState().images, useBatch.getState().step, known()]).toEqual([[], 'upload', false])
  expect(bringBack()).toBe(true)
  expect([useBatch.getState().images, useBatch.getState().step, known()]).toEqual([[a], 'results', true])
  expect(row()).toMatchObject({ suggestedName: 'mine', state: 'done' })
  undo()
  expect(row().suggestedName).toBe('dog')
  expect(bringBack()).toBe(false)
})

test('clearing all keeps the names that models gave', () => {
  clearAll()
  expect([useResults.getState().rows, known()]).toEqual([[], true])
})

test('what was under way comes back as not processed', () => {
  useResults.getState().patch(new Map([[a.id, { state: 'working' }]]))
  startOver()
  undoHere()
  expect(row()).toMatchObject({ state: 'cancelled', suggestedName: 'mine', error: 'Not processed: cancelled.' })
})

test('with new images there is no way back', () => {
  clearAll()
  useBatch.getState().add([image('b.jpg')])
  expect(bringBack()).toBe(false)
})

test('signing out leaves nothing to bring back, also of what was cleared before', () => {
  clearAll()
  resetTool()
  expect(bringBack()).toBe(false)
  undoHere()
  expect(useBatch.getState().images).toEqual([])
})
