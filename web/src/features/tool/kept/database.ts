// The browser's own database: what a reload or a closed tab must not lose. Every record belongs to a batch, and a batch to
// one tab. Where there is no database (a private window, storage turned off) every call fails and the tool goes on without.

const NAME = 'nomina'
const VERSION = 3

/** Images as they came, names and remarks, the results' bytes, what can be undone, and what surrounds them. */
const STORES = ['pictures', 'results', 'outputs', 'history', 'batches'] as const
export type StoreName = (typeof STORES)[number]

let opened: Promise<IDBDatabase> | undefined

/** The stores for one piece of work. */
export async function stores(names: StoreName[], mode: IDBTransactionMode): Promise<Record<string, IDBObjectStore>> {
  opened ??= open()
  const transaction = (await opened).transaction(names, mode)
  return Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)]))
}

/** One store for one request. */
export async function one<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const { [name]: store } = await stores([name], mode)
  if (!store) throw new Error(`The database has no store ${name}.`)
  return finished(ask(store))
}

/** Waits for the transaction, not the request: only then is a file on disk (or the quota known to be exceeded). */
export function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const { transaction } = request
    if (!transaction) return reject(new Error('The request has no transaction.'))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? request.error)
    transaction.onerror = () => reject(transaction.error ?? request.error)
  })
}

let line: Promise<unknown> = Promise.resolve()

/** Work of several transactions that must not mix: what is removed and brought back at once would otherwise be deleted late. */
export function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const done = line.then(work)
  line = done.catch(() => undefined)
  return done
}

/** For what is only a convenience: a failure changes nothing on screen. */
export async function quietly(work: () => Promise<unknown>): Promise<void> {
  await work().catch(() => undefined)
}

function open(): Promise<IDBDatabase> {
  return new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = ({ oldVersion }) => upgrade(request, oldVersion)
    request.onsuccess = () => {
      // Another tab with a newer version may go on; this one keeps what it has on screen.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('Another tab holds an older database.'))
  }).catch((cause) => {
    opened = undefined
    throw cause
  })
}

function upgrade({ result: database, transaction }: IDBOpenDBRequest, version: number): void {
  const before = version === 1 ? transaction?.objectStore('pictures') : undefined
  before?.createIndex('batch', 'batch')
  for (const name of STORES) {
    if (database.objectStoreNames.contains(name)) continue
    const store = database.createObjectStore(name, { keyPath: 'id' })
    if (name !== 'batches') store.createIndex('batch', 'batch')
  }
  if (!before) return
  adopt(before)
  transaction?.objectStore('batches').put({ id: EARLIER, at: Date.now() })
}

/** Images of a version that knew no batches become one. */
const EARLIER = 'earlier'

function adopt(store: IDBObjectStore): void {
  store.openCursor().onsuccess = ({ target }) => {
    const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
    cursor?.update({ ...cursor.value, batch: EARLIER })
    cursor?.continue()
  }
}
