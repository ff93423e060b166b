// A small cache with a lifetime and a bound: the oldest entry leaves first. It can be kept in web storage, so
// that a reload does not spend AI credits twice. The clock comes from outside.

export interface CacheEntry<T> {
  key: string
  data: T
  timestamp: number
  ttl: number
}

export interface CacheSettings {
  capacity: number
  ttlMs: number
  now: () => number
  /** Where it survives a reload; left out, it lives in memory only. */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  storageKey?: string
}

export class BoundedCache<T> {
  #entries = new Map<string, CacheEntry<T>>()
  #settings: CacheSettings

  constructor(settings: CacheSettings) {
    this.#settings = settings
    this.#load()
  }

  /** Never shrinks below what a tier's largest batch needs. */
  grow(capacity: number): void {
    this.#settings.capacity = Math.max(this.#settings.capacity, capacity)
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    return entry && this.#alive(entry) ? entry.data : undefined
  }

  set(key: string, data: T): void {
    this.#entries.delete(key)
    this.#entries.set(key, { key, data, timestamp: this.#settings.now(), ttl: this.#settings.ttlMs })
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#settings.capacity) break
      this.#entries.delete(oldest)
    }
    this.#save()
  }

  *values(): Generator<T> {
    for (const entry of this.#entries.values()) if (this.#alive(entry)) yield entry.data
  }

  entries(): CacheEntry<T>[] {
    return [...this.#entries.values()]
  }

  /** Entries with the age they had. */
  putBack(entries: CacheEntry<T>[]): void {
    for (const entry of entries) if (!this.#entries.has(entry.key)) this.#entries.set(entry.key, entry)
    this.#save()
  }

  clear(): void {
    this.#entries.clear()
    this.#save()
  }

  #alive(entry: CacheEntry<T>): boolean {
    return this.#settings.now() - entry.timestamp < entry.ttl
  }

  #load(): void {
    const { storage, storageKey = '' } = this.#settings
    try {
      const entries = JSON.parse(storage?.getItem(storageKey) ?? '[]') as CacheEntry<T>[]
      for (const entry of entries) if (this.#alive(entry)) this.#entries.set(entry.key, entry)
    } catch {
      // Someone else's or a half-written text: start empty.
    }
  }

  #save(): void {
    const { storage, storageKey = '' } = this.#settings
    try {
      if (this.#entries.size === 0) storage?.removeItem(storageKey)
      else storage?.setItem(storageKey, JSON.stringify([...this.#entries.values()]))
    } catch {
      // Web storage is full or forbidden: the cache still works in memory.
    }
  }
}
