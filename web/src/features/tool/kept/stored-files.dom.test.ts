import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { smallDatabase } from '../testing/database'
import { image } from '../testing/images'

beforeEach(() => {
  vi.resetModules()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

const load = () => import('./stored-files')
const names = (images: { name: string }[]) => images.map(({ name }) => name)

test('images come back in their order, and not after they were removed', async () => {
  vi.stubGlobal('indexedDB', smallDatabase())
  const { keepImages, restoreImages, forgetImage, forgetAllImages } = await load()
  expect(await keepImages([image('b.jpg', { order: 0 }), image('a.jpg', { order: 1 })])).toBe('kept')
  expect(await keepImages([image('c.jpg', { order: 2 })])).toBe('kept')
  expect(names(await restoreImages())).toEqual(['b.jpg', 'a.jpg', 'c.jpg'])
  await forgetImage('a.jpg')
  expect(names(await restoreImages())).toEqual(['b.jpg', 'c.jpg'])
  await keepImages([image('a.jpg', { order: 1 })])
  expect(names(await restoreImages())).toEqual(['b.jpg', 'a.jpg', 'c.jpg'])
  await forgetAllImages()
  expect(await restoreImages()).toEqual([])
})

test('the browser’s own copies are handed out, which do not need the disk', async () => {
  vi.stubGlobal('indexedDB', smallDatabase())
  const { keepImages } = await load()
  const onKept = vi.fn()
  const given = image('a.jpg')
  await keepImages([given], onKept)
  const files = onKept.mock.calls[0]?.[0] as Map<string, File>
  expect([...files.keys()]).toEqual(['a.jpg'])
  expect(files.get('a.jpg')).not.toBe(given.file)
})

test('a full disk is reported and what was kept before it stays', async () => {
  vi.stubGlobal('indexedDB', smallDatabase(1))
  const { keepImages, restoreImages } = await load()
  expect(await keepImages([image('a.jpg'), image('b.jpg')])).toBe('full')
  expect(names(await restoreImages())).toEqual(['a.jpg'])
})

test('a browser without storage is no error', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const { keepImages, restoreImages } = await load()
  expect(await keepImages([image('a.jpg')])).toBe('unavailable')
  expect(await restoreImages()).toEqual([])
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
  await first.keepImages([image('a.jpg')])
  vi.resetModules()
  sessionStorage.clear()
  const second = await load()
  expect(await second.restoreImages()).toEqual([])
  await second.keepImages([image('b.jpg')])
  await second.forgetAllImages()
  expect(names(await first.restoreImages())).toEqual(['a.jpg'])
})
