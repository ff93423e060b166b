// As much of IndexedDB as the tool uses, held in memory: what one load of the modules keeps, the next one finds.

type Held = Map<string, { id: string; batch?: string }>

/** `room` is how many records fit in each store. */
export function smallDatabase(room = 1000) {
  const held = new Map<string, Held>()
  const records = (name: string): Held => held.get(name) ?? held.set(name, new Map()).get(name) ?? new Map()
  let nowhere = new AbortController()
  const open = () => {
    const { signal } = nowhere
    const found = (name: string) => (signal.aborted ? new Map() : records(name))
    const request: Record<string, unknown> = { result: { transaction: () => transaction(found, room) } }
    queueMicrotask(() => (request.onsuccess as () => void)())
    return request
  }
  /** The page that has it open goes, and what it still writes with it. */
  const leave = () => {
    nowhere.abort()
    nowhere = new AbortController()
  }
  return { open, records, leave }
}

/** Completes when its requests are answered; a request that fails aborts it. */
function transaction(records: (name: string) => Held, room: number) {
  const state: { error: DOMException | null; oncomplete?: () => void; onabort?: () => void } = { error: null }
  setTimeout(() => (state.error ? state.onabort?.() : state.oncomplete?.()))
  const done = (result: unknown) => ({ transaction: state, result, error: state.error })
  const store = (name: string) => {
    const all = records(name)
    const inBatch = (batch: string) => [...all.values()].filter((record) => record.batch === batch)
    return {
      put: (value: { id: string }) => {
        if (all.size >= room && !all.has(value.id)) state.error = new DOMException('full', 'QuotaExceededError')
        else all.set(value.id, copied(value))
        return done(value.id)
      },
      get: (id: string) => done(all.get(id)),
      getAll: () => done([...all.values()]),
      delete: (id: string) => done(all.delete(id)),
      index: () => ({
        getAll: (batch: string) => done(inBatch(batch)),
        count: (batch: string) => done(inBatch(batch).length),
        openKeyCursor: (batch: string) =>
          cursor(
            inBatch(batch).map(({ id }) => id),
            done,
          ),
      }),
    }
  }
  return Object.assign(state, { objectStore: store })
}

function cursor(ids: string[], done: (result: unknown) => object) {
  const request = done(null) as { result: unknown; onsuccess?: () => void }
  const next = () => {
    const id = ids.shift()
    request.result = id === undefined ? null : { primaryKey: id, continue: () => queueMicrotask(next) }
    request.onsuccess?.()
  }
  queueMicrotask(next)
  return request
}

/** Files are copied, as a database does; the stand-in's own clone would make plain objects of them. */
function copied<T extends object>(value: T): T {
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    part instanceof File ? new File([part], part.name) : part,
  ])
  return Object.fromEntries(parts) as T
}
