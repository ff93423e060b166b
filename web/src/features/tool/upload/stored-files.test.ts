import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { picture } from '../testing/pictures'

/** As much of IndexedDB as the store uses; `room` is how many files fit. */
function smallDatabase(room: number) {
  const held = new Map<string, { id: string }>()
  const done = (result: unknown, error: DOMException | null = null) => {
    const transaction: Record<string, unknown> = { error }
    queueMicrotask(() => (transaction[error ? 'onabort' : 'oncomplete'] as () => void)())
    return { transaction, result, error }
  }
  const store = {
    put: (value: { id: string }) => {
      if (held.size >= room) return done(undefined, new DOMException('full', 'QuotaExceededError'))
      held.set(value.id, value)
      return done(value.id)
    },
    getAll: () => done([...held.values()]),
    delete: (id: string) => done(held.delete(id)),
    clear: () => done(held.clear()),
  }
  const database = { transaction: () => ({ objectStore: () => store }) }
  const open = () => {
    const request: Record<string, unknown> = { result: database }
    queueMicrotask(() => (request.onsuccess as () => void)())
    return request
  }
  return { open }
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

test('pictures come back in their order, and not after they were removed', async () => {
  vi.stubGlobal('indexedDB', smallDatabase(10))
  const { keepPictures, restorePictures, forgetPicture, forgetAllPictures } = await import('./stored-files')
  expect(await keepPictures([picture('b.jpg'), picture('a.jpg')], 0)).toBe('kept')
  expect(await keepPictures([picture('c.jpg')], 2)).toBe('kept')
  expect((await restorePictures()).map((one) => one.name)).toEqual(['b.jpg', 'a.jpg', 'c.jpg'])
  await forgetPicture('a.jpg')
  expect((await restorePictures()).map((one) => one.name)).toEqual(['b.jpg', 'c.jpg'])
  await forgetAllPictures()
  expect(await restorePictures()).toEqual([])
})

test('a full disk is reported and what was kept before it stays', async () => {
  vi.stubGlobal('indexedDB', smallDatabase(1))
  const { keepPictures, restorePictures } = await import('./stored-files')
  expect(await keepPictures([picture('a.jpg'), picture('b.jpg')], 0)).toBe('full')
  expect((await restorePictures()).map((one) => one.name)).toEqual(['a.jpg'])
})

test('a browser without storage is no error', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const { keepPictures, restorePictures } = await import('./stored-files')
  expect(await keepPictures([picture('a.jpg')], 0)).toBe('unavailable')
  expect(await restorePictures()).toEqual([])
})
