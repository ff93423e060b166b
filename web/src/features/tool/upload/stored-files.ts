// The uploaded files, kept in the browser so that a reload loses nothing. IndexedDB holds files of any size
// on disk; a full disk or a private window is reported once and the tool goes on without.
import type { Picture } from '../picture'

const DATABASE = 'nomina'
const STORE = 'pictures'

interface Stored extends Picture {
  order: number
}

export type Kept = 'kept' | 'full' | 'unavailable'

/** Adds pictures, each in its own transaction: when the space ends, those before it are still kept. */
export async function keepPictures(pictures: Picture[], order: number): Promise<Kept> {
  try {
    const database = await open()
    for (const [index, picture] of pictures.entries()) {
      await finished(write(database).put({ ...picture, order: order + index } satisfies Stored))
    }
    return 'kept'
  } catch (cause) {
    return (cause as DOMException)?.name === 'QuotaExceededError' ? 'full' : 'unavailable'
  }
}

/** The pictures of the last visit in their order; empty when there are none or they cannot be read. */
export async function restorePictures(): Promise<Picture[]> {
  try {
    const database = await open()
    const stored = await finished<Stored[]>(database.transaction(STORE).objectStore(STORE).getAll())
    return stored.sort((a, b) => a.order - b.order).map(({ order: _, ...picture }) => picture)
  } catch {
    return []
  }
}

/** Whether the last visit has left pictures behind. */
export async function hasStoredPictures(): Promise<boolean> {
  try {
    const database = await open()
    return (await finished(database.transaction(STORE).objectStore(STORE).count())) > 0
  } catch {
    return false
  }
}

/** Forgets one picture. A failure is no one's concern: the next visit would only offer it again. */
export async function forgetPicture(id: string): Promise<void> {
  await quietly((database) => write(database).delete(id))
}

/** Forgets every picture. */
export async function forgetAllPictures(): Promise<void> {
  await quietly((database) => write(database).clear())
}

async function quietly(change: (database: IDBDatabase) => IDBRequest): Promise<void> {
  try {
    await finished(change(await open()))
  } catch {
    // Storage is a convenience here; the pictures on screen are not affected.
  }
}

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  }).catch((cause) => {
    opened = undefined
    throw cause
  })
  return opened
}

function write(database: IDBDatabase): IDBObjectStore {
  return database.transaction(STORE, 'readwrite').objectStore(STORE)
}

/** Waits for the transaction, not the request: only then is the file on disk (or the quota known to be exceeded). */
function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const { transaction } = request
    if (!transaction) return reject(new Error('The request has no transaction.'))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? request.error)
    transaction.onerror = () => reject(transaction.error ?? request.error)
  })
}
