import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { smallDatabase } from '../testing/database'
import { picture } from '../testing/images'

beforeEach(() => {
  vi.resetModules()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

const load = () => import('./stored-files')
const names = (pictures: { name: string }[]) => pictures.map(({ name }) => name)

test('pictures come back in their order, and not after they were removed', async () => {
  vi.stubGlobal('indexedDB', smallDatabase())
  const { keepPictures, restorePictures, forgetPicture, forgetAllPictures } = await load()
  expect(await keepPictures([picture('b.jpg', { order: 0 }), picture('a.jpg', { order: 1 })])).toBe('kept')
  expect(await keepPictures([picture('c.jpg', { order: 2 })])).toBe('kept')
  expect(names(await restorePictures())).toEqual(['b.jpg', 'a.jpg', 'c.jpg'])
  await forgetPicture('a.jpg')
  expect(names(await restorePictures())).toEqual(['b.jpg', 'c.jpg'])
  await keepPictures([picture('a.jpg', { order: 1 })])
  expect(names(await restorePictures())).toEqual(['b.jpg', 'a.jpg', 'c.jpg'])
  await forgetAllPictures()
  expect(await restorePictures()).toEqual([])
})

test('the browser’s own copies are handed out, which do not need the disk', async () => {
  vi.stubGlobal('indexedDB', smallDatabase())
  const { keepPictures } = await load()
  const onKept = vi.fn()
  const given = picture('a.jpg')
  await keepPictures([given], onKept)
  const files = onKept.mock.calls[0]?.[0] as Map<string, File>
  expect([...files.keys()]).toEqual(['a.jpg'])
  expect(files.get('a.jpg')).not.toBe(given.file)
})

test('a full disk is reported and what was kept before it stays', async () => {
  vi.stubGlobal('indexedDB', smallDatabase(1))
  const { keepPictures, restorePictures } = await load()
  expect(await keepPictures([picture('a.jpg'), picture('b.jpg')])).toBe('full')
  expect(names(await restorePictures())).toEqual(['a.jpg'])
})

test('a browser without storage is no error', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const { keepPictures, restorePictures } = await load()
  expect(await keepPictures([picture('a.jpg')])).toBe('unavailable')
  expect(await restorePictures()).toEqual([])
})

test('two tabs have a batch each: what one clears is not the other’s', async () => {
  vi.stubGlobal('indexedDB', smallDatabase())
  const held = new Set<string>()
  // Locks as two tabs see them: the first to ask holds them.
  const request = async (name: string, _: object, work: (lock: object | null) => unknown) => {
    const free = !held.has(name)
    held.add(name)
    return work(free ? {} : null)
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const first = await load()
  await first.keepPictures([picture('a.jpg')])
  vi.resetModules()
  sessionStorage.clear()
  const second = await load()
  expect(await second.restorePictures()).toEqual([])
  await second.keepPictures([picture('b.jpg')])
  await second.forgetAllPictures()
  expect(names(await first.restorePictures())).toEqual(['a.jpg'])
})
