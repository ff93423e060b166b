// Earlier AI names. One counts only when content hash, file name, size, modified time and the words the
// model was given are all the same.
import { type Seen, seenOf } from '../model/seen'
import { BoundedCache, type CacheEntry, type CacheSettings } from './bounded-cache'

interface CachedName {
  hash: string
  name: string
  size: number
  modifiedAt: number
  context: string
  words: string
  alternatives: string[]
  seen: Seen
}

export type KeptName = CacheEntry<CachedName>

const DAY_MS = 24 * 60 * 60 * 1000
/** The fewest entries it holds; a tier with larger batches makes it grow. */
export const LEAST_CAPACITY = 100

export class NameCache {
  #cache: BoundedCache<CachedName>

  constructor(settings: Pick<CacheSettings, 'now' | 'storage'>) {
    this.#cache = new BoundedCache({ ...settings, capacity: LEAST_CAPACITY, ttlMs: DAY_MS, storageKey: 'nomina.names' })
  }

  /** Makes room for a whole batch. */
  holdAtLeast(images: number): void {
    this.#cache.grow(images)
  }

  /** Whether hashing the file is worth it: false means there is certainly no entry. */
  mayKnow(file: File, context: string, better = false): boolean {
    for (const entry of this.#cache.values()) if (sameFile(entry, file, context) && isEnough(entry, better)) return true
    return false
  }

  /** With `better`, a name of the quick model is none. */
  find(hash: string, file: File, context: string, better = false): CachedName | undefined {
    const entry = this.#cache.get(keyOf(hash, file, context))
    if (!entry || entry.hash !== hash || !sameFile(entry, file, context) || !isEnough(entry, better)) return undefined
    // An entry of an earlier version knows the name alone.
    return { ...entry, seen: seenOf(entry.seen ?? {}) }
  }

  remember(hash: string, file: File, context: string, name: Pick<CachedName, 'words' | 'alternatives' | 'seen'>): void {
    this.#cache.set(keyOf(hash, file, context), {
      hash,
      name: file.name,
      size: file.size,
      modifiedAt: file.lastModified,
      context,
      ...name,
    })
  }

  all(): KeptName[] {
    return this.#cache.entries()
  }

  /** Entries of `all` that were cleared since. */
  putBack(names: KeptName[]): void {
    this.#cache.putBack(names)
  }

  clear(): void {
    this.#cache.clear()
  }
}

/** Two copies of one image under different names are two entries, and so is a name for other words. */
function keyOf(hash: string, file: File, context: string): string {
  return `${hash}/${file.name}/${context}`
}

function isEnough(entry: CachedName, better: boolean): boolean {
  return !better || entry.seen?.model !== 'quick'
}

function sameFile(entry: CachedName, file: File, context: string): boolean {
  return (
    entry.name === file.name &&
    entry.size === file.size &&
    entry.modifiedAt === file.lastModified &&
    entry.context === context
  )
}
