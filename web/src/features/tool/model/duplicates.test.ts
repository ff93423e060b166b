import { expect, test } from 'vitest'
import { duplicatesOf, sameSized } from './duplicates'
import { NOTHING_SEEN } from './seen'

/** Telling: its bits change often. */
const SCENE = '5a3696e14bd278c5'
const NEAR = '5a3696e14bd278c4'
const PLAIN = '00003c3c3c3c0000'

const row = (id: string, bytes: number, fingerprint = '', givenName = id) => ({
  id,
  originalFile: new File([new Uint8Array(bytes)], `${id}.jpg`),
  givenName,
  seen: { ...NOTHING_SEEN, fingerprint },
})
const found = (rows: ReturnType<typeof row>[], hashes: Record<string, string> = {}) =>
  Object.fromEntries(duplicatesOf(rows, new Map(Object.entries(hashes))))

test('the same bytes are the same image, and the first is kept', () => {
  const rows = [row('a', 5), row('b', 5), row('c', 5)]
  expect(found(rows, { a: 'x', b: 'y', c: 'x' })).toEqual({ c: { of: 'a', exact: true } })
})

test('of nearly the same images the largest file is kept', () => {
  expect(found([row('small', 5, SCENE), row('large', 9, NEAR)])).toEqual({ small: { of: 'large', exact: false } })
})

test('images that differ, or say nothing about themselves, are no duplicates', () => {
  expect(found([row('a', 5, SCENE), row('b', 5, '0123456789abcdef'), row('c', 5), row('d', 5)])).toEqual({})
})

test('things on a plain background are the same only under the same name', () => {
  expect(found([row('cup', 5, PLAIN), row('key', 6, PLAIN)])).toEqual({})
  expect(found([row('a', 5, PLAIN, 'cup'), row('b', 6, PLAIN, 'cup')])).toEqual({ a: { of: 'b', exact: false } })
})

test('a group has one image that is kept, whatever its members are to each other', () => {
  const rows = [row('a', 5, SCENE), row('b', 5, SCENE), row('c', 9, NEAR)]
  expect(found(rows, { a: 'x', b: 'x' })).toEqual({ a: { of: 'c', exact: false }, b: { of: 'c', exact: false } })
})

test('only files of one size can be the same', () => {
  expect(sameSized([row('a', 5), row('b', 6), row('c', 5)]).map(({ id }) => id)).toEqual(['a', 'c'])
})
