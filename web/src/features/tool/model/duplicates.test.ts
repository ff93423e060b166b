import { expect, test } from 'vitest'
import { duplicatesOf, sameSized, seriesNames } from './duplicates'
import { NOTHING_SEEN } from './seen'

/** Telling: its bits change often. */
const SCENE = '5a3696e14bd278c5'
const NEAR = '5a3696e14bd278c4'
const PLAIN = '00003c3c3c3c0000'

/** Twelve bits of SCENE turned: the subject has moved. */
const MOVED = '5a3696e14bd2773a'

const row = (id: string, bytes: number, fingerprint = '', givenName = id, shot?: number) => ({
  id,
  originalFile: new File([new Uint8Array(bytes)], `${id}.jpg`),
  givenName,
  seen: { ...NOTHING_SEEN, fingerprint, ...(shot === undefined ? {} : { shot }) },
})
type Taken = Record<string, { at: string | null; pixels: number }>
const found = (rows: ReturnType<typeof row>[], hashes: Record<string, string> = {}, taken: Taken = {}) =>
  Object.fromEntries(
    duplicatesOf(rows, { hashes: new Map(Object.entries(hashes)), taken: new Map(Object.entries(taken)) }),
  )

test('the same bytes are the same image, and the first is kept', () => {
  const rows = [row('a', 5), row('b', 5), row('c', 5)]
  expect(found(rows, { a: 'x', b: 'y', c: 'x' })).toEqual({ c: { of: 'a', kind: 'exact' } })
})

test('of nearly the same images the largest file is kept', () => {
  expect(found([row('small', 5, SCENE), row('large', 9, NEAR)])).toEqual({ small: { of: 'large', kind: 'near' } })
})

test('images that differ, or say nothing about themselves, are no duplicates', () => {
  expect(found([row('a', 5, SCENE), row('b', 5, '0123456789abcdef'), row('c', 5), row('d', 5)])).toEqual({})
})

test('things on a plain background are the same only under the same name', () => {
  expect(found([row('cup', 5, PLAIN), row('key', 6, PLAIN)])).toEqual({})
  expect(found([row('a', 5, PLAIN, 'cup'), row('b', 6, PLAIN, 'cup')])).toEqual({ a: { of: 'b', kind: 'near' } })
})

test('a group has one image that is kept, whatever its members are to each other', () => {
  const rows = [row('a', 5, SCENE), row('b', 5, SCENE), row('c', 9, NEAR)]
  expect(found(rows, { a: 'x', b: 'x' })).toEqual({ a: { of: 'c', kind: 'near' }, b: { of: 'c', kind: 'near' } })
})

test('only files of one size can be the same', () => {
  expect(sameSized([row('a', 5), row('b', 6), row('c', 5)]).map(({ id }) => id)).toEqual(['a', 'c'])
})

test('shots of one moment are a group, and those of another are not', () => {
  const rows = [row('a', 5, SCENE), row('b', 6, MOVED)]
  const at = (one: string | null, other: string | null) => ({ a: { at: one, pixels: 9 }, b: { at: other, pixels: 9 } })
  expect(found(rows, {}, at('2024-05-01T12:00:00', '2024-05-01T12:00:20'))).toEqual({ a: { of: 'b', kind: 'burst' } })
  expect(found(rows, {}, at('2024-05-01T12:00:00', '2024-05-01T12:00:21'))).toEqual({})
  expect(found(rows, {}, at('2024-05-01T12:00:00', null))).toEqual({})
  expect(found(rows, {}, at('0000-00-00', '0000-00-00'))).toEqual({})
})

test('the sharpest is kept among images of one size, and the largest among others', () => {
  const rows = [row('soft', 9, SCENE, 'x', 100), row('sharp', 5, NEAR, 'y', 400)]
  expect(found(rows)).toEqual({ soft: { of: 'sharp', kind: 'near' } })
  const sizes = { soft: { at: null, pixels: 900 }, sharp: { at: null, pixels: 300 } }
  expect(found(rows, {}, sizes)).toEqual({ sharp: { of: 'soft', kind: 'near' } })
})

test('a series has the name of its best image', () => {
  const named = [
    { id: 'a', suggestedName: 'fox' },
    { id: 'b', suggestedName: 'red-fox' },
    { id: 'c', suggestedName: 'cup' },
  ]
  expect([...seriesNames(named, new Map([['a', { of: 'b', kind: 'burst' }]]))]).toEqual([['a', 'red-fox']])
})
