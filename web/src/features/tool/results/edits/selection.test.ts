import { expect, test } from 'vitest'
import { choosing, howOf, NOTHING_CHOSEN } from './selection'

const order = ['a', 'b', 'c', 'd', 'e']
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('')

test('a click chooses one, Ctrl adds and takes away', () => {
  const one = choosing(NOTHING_CHOSEN, order, 'b', 'only')
  const two = choosing(one, order, 'd', 'toggle')
  expect(ids(two)).toBe('bd')
  expect(ids(choosing(two, order, 'b', 'toggle'))).toBe('d')
  expect(ids(choosing(two, order, 'c', 'only'))).toBe('c')
})

test('Shift reaches from the last one to here and can be drawn in again', () => {
  const far = choosing(choosing(NOTHING_CHOSEN, order, 'b', 'only'), order, 'e', 'range')
  expect(ids(far)).toBe('bcde')
  expect(ids(choosing(far, order, 'c', 'range'))).toBe('bc')
  expect(ids(choosing(far, order, 'a', 'range'))).toBe('ab')
})

test('Shift on a tick keeps what was ticked before', () => {
  const two = choosing(choosing(NOTHING_CHOSEN, order, 'a', 'toggle'), order, 'c', 'toggle')
  expect(ids(choosing(two, order, 'd', 'extend'))).toBe('acd')
})

test('a reach whose beginning is no longer shown chooses where it ends', () => {
  const gone = choosing(choosing(NOTHING_CHOSEN, order, 'a', 'only'), ['c', 'd'], 'd', 'range')
  expect(ids(gone)).toBe('d')
})

test('the modifiers of a click', () => {
  const keys = { shiftKey: false, ctrlKey: false, metaKey: false }
  expect(howOf(keys)).toBe('only')
  expect(howOf({ ...keys, metaKey: true })).toBe('toggle')
  expect(howOf({ ...keys, shiftKey: true })).toBe('range')
  expect(howOf({ ...keys, shiftKey: true, ctrlKey: true })).toBe('extend')
})
