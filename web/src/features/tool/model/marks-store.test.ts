import { beforeEach, expect, test } from 'vitest'
import { positionAt } from '../preview/drag-position'
import { countMarks, isMarked, useMarks } from './marks-store'

const IDS = ['a', 'b', 'c']
const counts = () => countMarks(useMarks.getState(), IDS)

beforeEach(() => useMarks.getState().reset())

test('everything is selected and watermarked at first, later images too', () => {
  expect(counts()).toEqual({ total: 3, selected: 3, marked: 3 })
  expect(isMarked(useMarks.getState(), 'added later')).toBe(true)
})

test('the watermarked are a subset of the selected', () => {
  useMarks.getState().toggleSelected('a')
  expect(counts()).toEqual({ total: 3, selected: 2, marked: 2 })
  useMarks.getState().toggleMarked('b')
  expect(counts()).toEqual({ total: 3, selected: 2, marked: 1 })
})

test('selecting no images is allowed', () => {
  useMarks.getState().clearSelection(IDS)
  expect(counts()).toEqual({ total: 3, selected: 0, marked: 0 })
  useMarks.getState().selectAll()
  expect(counts()).toEqual({ total: 3, selected: 3, marked: 3 })
})

test('watermark none and all', () => {
  useMarks.getState().markNone(IDS)
  expect(counts().marked).toBe(0)
  useMarks.getState().markAll()
  expect(counts().marked).toBe(3)
})

test('a pointer on a tile becomes percentages of the image, not of its bars', () => {
  const box = { left: 100, top: 50, width: 200, height: 100 }
  const square = { width: 500, height: 500 }
  expect(positionAt({ x: 200, y: 100 }, box, square)).toEqual({ x: 50, y: 50 })
  expect(positionAt({ x: 110, y: 150 }, box, square)).toEqual({ x: 0, y: 100 })
  expect(positionAt({ x: 225, y: 75 }, box, square)).toEqual({ x: 75, y: 25 })
})
