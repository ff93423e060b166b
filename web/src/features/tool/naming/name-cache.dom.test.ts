import { beforeEach, describe, expect, test } from 'vitest'
import { NOTHING_SEEN } from '../model/seen'
import { BoundedCache } from './bounded-cache'
import { LEAST_CAPACITY, NameCache } from './name-cache'

const HOUR = 60 * 60 * 1000
let now = 0
const clock = () => now
const file = (name = 'a.jpg', modified = 5, content = 'abc') => new File([content], name, { lastModified: modified })
const NAME = { words: 'beagle-dog', alternatives: [], seen: NOTHING_SEEN }

beforeEach(() => {
  now = 1000
})

describe('earlier AI names', () => {
  test('a name is found by hash, file name, size, modified time and context together', () => {
    const cache = new NameCache({ now: clock })
    cache.remember('h1', file(), '', NAME)
    expect(cache.find('h1', file(), '')?.words).toBe('beagle-dog')
    expect(cache.find('h2', file(), '')).toBeUndefined()
    expect(cache.find('h1', file('b.jpg'), '')).toBeUndefined()
    expect(cache.find('h1', file('a.jpg', 6), '')).toBeUndefined()
    expect(cache.find('h1', file('a.jpg', 5, 'abcd'), '')).toBeUndefined()
    expect(cache.find('h1', file(), 'a wedding')).toBeUndefined()
  })

  test('a file that cannot be known needs no hash', () => {
    const cache = new NameCache({ now: clock })
    cache.remember('h1', file(), '', NAME)
    expect(cache.mayKnow(file(), '')).toBe(true)
    expect(cache.mayKnow(file('other.jpg'), '')).toBe(false)
  })

  test('a name of the quick model is none where better ones are asked for', () => {
    const cache = new NameCache({ now: clock })
    cache.remember('h1', file(), '', { ...NAME, seen: { ...NOTHING_SEEN, model: 'quick' } })
    expect(cache.find('h1', file(), '')?.words).toBe('beagle-dog')
    expect(cache.find('h1', file(), '', true)).toBeUndefined()
    expect(cache.mayKnow(file(), '', true)).toBe(false)
    cache.remember('h1', file(), '', { ...NAME, seen: { ...NOTHING_SEEN, model: 'best' } })
    expect(cache.find('h1', file(), '', true)).toBeDefined()
    cache.remember('h1', file(), '', NAME)
    expect(cache.find('h1', file(), '', true), 'a name of the server').toBeDefined()
  })

  test('it forgets after 24 hours', () => {
    const cache = new NameCache({ now: clock })
    cache.remember('h1', file(), '', NAME)
    now += 24 * HOUR - 1
    expect(cache.find('h1', file(), '')).toBeDefined()
    now += 1
    expect(cache.find('h1', file(), '')).toBeUndefined()
    expect(cache.mayKnow(file(), '')).toBe(false)
  })

  test('it survives a reload and is gone after a reset', () => {
    new NameCache({ now: clock, storage: localStorage }).remember('h1', file(), '', NAME)
    const reloaded = new NameCache({ now: clock, storage: localStorage })
    expect(reloaded.find('h1', file(), '')?.words).toBe('beagle-dog')
    reloaded.clear()
    expect(new NameCache({ now: clock, storage: localStorage }).find('h1', file(), '')).toBeUndefined()
  })

  test('a broken text in the storage is an empty cache', () => {
    localStorage.setItem('nomina.names', '{"half')
    expect(new NameCache({ now: clock, storage: localStorage }).mayKnow(file(), '')).toBe(false)
  })

  test('the oldest leaves first, and a larger batch makes room', () => {
    const cache = new NameCache({ now: clock })
    const fill = (count: number) => {
      for (let at = 0; at < count; at++) cache.remember(`h${at}`, file(`${at}.jpg`), '', NAME)
    }
    fill(LEAST_CAPACITY + 1)
    expect(cache.find('h0', file('0.jpg'), '')).toBeUndefined()
    expect(cache.find('h1', file('1.jpg'), '')).toBeDefined()
    cache.holdAtLeast(250)
    fill(250)
    expect(cache.find('h0', file('0.jpg'), '')).toBeDefined()
  })
})

test('an entry has its documented fields, and writing it again makes it the youngest', () => {
  const cache = new BoundedCache<string>({ capacity: 2, ttlMs: 50, now: clock, storage: localStorage, storageKey: 'k' })
  cache.set('a', '1')
  cache.set('b', '2')
  cache.set('a', '3')
  cache.set('c', '4')
  expect(JSON.parse(localStorage.getItem('k') ?? '')).toEqual([
    { key: 'a', data: '3', timestamp: 1000, ttl: 50 },
    { key: 'c', data: '4', timestamp: 1000, ttl: 50 },
  ])
})
