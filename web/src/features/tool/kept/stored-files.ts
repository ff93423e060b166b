// The uploaded files, kept in the browser so that a reload loses nothing and a file that is moved or deleted on disk can
// still be read (a private window may only point to it). A full disk is reported once and the tool goes on without.
import type { BatchImage } from '../model/image'
import { finished, inOrder, one, quietly, type StoreName, stores } from './database'
import { ownBatch } from './own-batch'

interface Stored extends BatchImage {
  batch: string
}

export type Kept = 'kept' | 'full' | 'unavailable'

/** So many are told together: each telling redraws the batch. */
const PORTION = 25

/**
 * Adds images, each in its own transaction: when the space ends, those before it are still kept. `onKept` is given the
 * browser's own copies by id, which do not depend on the disk.
 */
export async function keepImages(
  images: BatchImage[],
  onKept: (files: ReadonlyMap<string, File>) => void = () => undefined,
): Promise<Kept> {
  let outcome: Kept = 'kept'
  for (let at = 0; at < images.length && outcome !== 'full'; at += PORTION) {
    const files = new Map<string, File>()
    for (const image of images.slice(at, at + PORTION)) {
      const kept = await keep(image)
      if (typeof kept !== 'string') files.set(image.id, kept)
      else outcome = kept
      if (kept === 'full') break
    }
    onKept(files)
  }
  return outcome
}

/** One file that cannot be read any more is no reason to leave out the others. */
async function keep(image: BatchImage): Promise<File | Kept> {
  try {
    const stored: Stored = { ...image, batch: await ownBatch() }
    await one('pictures', 'readwrite', (store) => store.put(stored))
    return (await one<Stored>('pictures', 'readonly', (store) => store.get(image.id))).file
  } catch (cause) {
    return (cause as DOMException)?.name === 'QuotaExceededError' ? 'full' : 'unavailable'
  }
}

/** This tab's images of the last visit in their order; empty when there are none or they cannot be read. */
export async function restoreImages(): Promise<BatchImage[]> {
  const stored = await inBatch<Stored>('pictures').catch(() => [])
  return stored.sort((a, b) => a.order - b.order).map(({ batch: _, ...image }) => image)
}

/** Whether the last visit has left images behind, or some that can be brought back. */
export async function hasStoredImages(): Promise<boolean> {
  try {
    const batch = await ownBatch()
    const count = (name: StoreName) => one(name, 'readonly', (store) => store.index('batch').count(batch))
    return (await count('pictures')) > 0 || (await count('history')) > 0
  } catch {
    return false
  }
}

/** Everything of one kind that this tab's batch holds. */
export async function inBatch<T>(name: StoreName): Promise<T[]> {
  const batch = await ownBatch()
  return one<T[]>(name, 'readonly', (store) => store.index('batch').getAll(batch))
}

const OF_AN_IMAGE: StoreName[] = ['pictures', 'results', 'outputs', 'history']

/** Forgets one image with its results. A failure is no one's concern: the next visit would only offer it again. */
export async function forgetImage(id: string): Promise<void> {
  await inOrder(async () => {
    for (const name of OF_AN_IMAGE) await quietly(() => one(name, 'readwrite', (store) => store.delete(id)))
  })
}

/** Forgets every image of a batch, this tab's own unless told otherwise. */
export async function forgetAllImages(batch?: string): Promise<void> {
  await quietly(() =>
    inOrder(async () => {
      const whose = batch ?? (await ownBatch())
      const opened = await stores(OF_AN_IMAGE, 'readwrite')
      const requests = Object.values(opened).map((store) => deleteAll(store, whose))
      await finished(requests.at(-1) as IDBRequest)
    }),
  )
}

function deleteAll(store: IDBObjectStore, batch: string): IDBRequest {
  const keys = store.index('batch').openKeyCursor(batch)
  keys.onsuccess = () => {
    if (!keys.result) return
    store.delete(keys.result.primaryKey)
    keys.result.continue()
  }
  return keys
}
