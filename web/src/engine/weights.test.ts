import { describe, expect, it, vi } from 'vitest'
import { forgetWeights, loadWeights, type WeightsFile } from './weights'

const FILES: WeightsFile[] = [
  { url: '/models/see.bin?v=2', bytes: 5 },
  { url: '/models/read.bin?v=7', bytes: 3 },
]
const CONTENT: Record<string, string> = { '/models/see.bin?v=2': 'abcde', '/models/read.bin?v=7': 'xyz' }

/** A cache that keeps responses by address, as the browser's does. */
function fakeCaches(full = false) {
  const kept = new Map<string, Response>()
  const addressOf = (key: RequestInfo | URL) => (key instanceof Request ? key.url : String(key)).replace('http://x', '')
  const cache = {
    match: async (key: RequestInfo | URL) => kept.get(addressOf(key))?.clone(),
    put: async (key: RequestInfo | URL, response: Response) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      kept.set(addressOf(key), response)
    },
    keys: async () => [...kept.keys()].map((key) => new Request(`http://x${key}`)),
    delete: async (key: RequestInfo | URL) => kept.delete(addressOf(key)),
  }
  return { kept, caches: { open: async () => cache as unknown as Cache } }
}

const server = () => vi.fn(async (url: string) => new Response(CONTENT[url]))
const text = (parts: Uint8Array[]) => parts.map((part) => new TextDecoder().decode(part))

describe('the weights of the model', () => {
  it('come from the server in order, counted over all files, and are kept', async () => {
    const { caches, kept } = fakeCaches()
    const fetch = server()
    const seen: number[][] = []
    const progress = (loaded: number, total: number) => void seen.push([loaded, total])
    expect(text(await loadWeights(FILES, { fetch, caches, progress }))).toEqual(['abcde', 'xyz'])
    expect(seen.at(0)).toEqual([5, 8])
    expect(seen.at(-1)).toEqual([8, 8])
    expect([...kept.keys()]).toEqual(FILES.map((file) => file.url))
    expect(text(await loadWeights(FILES, { fetch, caches, progress }))).toEqual(['abcde', 'xyz'])
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('replace an earlier version', async () => {
    const { caches, kept } = fakeCaches()
    kept.set('/models/see.bin?v=1', new Response('old'))
    await loadWeights(FILES, { fetch: server(), caches, progress: () => {} })
    expect([...kept.keys()]).toEqual(FILES.map((file) => file.url))
  })

  it('work without a store, and with one that is full', async () => {
    const { caches, kept } = fakeCaches(true)
    for (const store of [undefined, caches, { open: () => Promise.reject(new Error('off')) }]) {
      const parts = await loadWeights(FILES, { fetch: server(), caches: store, progress: () => {} })
      expect(text(parts)).toEqual(['abcde', 'xyz'])
    }
    expect(kept.size).toBe(0)
  })

  it('that are not installed say so with the server’s sentence', async () => {
    const fetch = async () => Response.json({ title: 'The naming model is not installed.' }, { status: 404 })
    await expect(loadWeights(FILES, { fetch, progress: () => {} })).rejects.toThrow('not installed')
    const proxy = async () => new Response('<html>', { status: 502 })
    await expect(loadWeights(FILES, { fetch: proxy, progress: () => {} })).rejects.toThrow('the server answered 502')
  })

  it('that are cut off are refused and not kept', async () => {
    const { caches, kept } = fakeCaches()
    const fetch = async () => new Response('abc')
    await expect(loadWeights(FILES, { fetch, caches, progress: () => {} })).rejects.toThrow('only partly downloaded')
    expect(kept.size).toBe(0)
  })

  it('are checked by the hash in their address, from the server and from the store', async () => {
    const { caches, kept } = fakeCaches()
    const whole = { url: '/models/see.bin?v=36bbe50ed96841d10443bcb6', bytes: 5 }
    const tools = { fetch: async () => new Response('abcde'), caches, progress: () => {} }
    expect(text(await loadWeights([whole], tools))).toEqual(['abcde'])
    kept.set(whole.url, new Response('abcdX'))
    await expect(loadWeights([whole], tools)).rejects.toThrow('the weights file is damaged')
    kept.clear()
    const changed = { ...tools, fetch: async () => new Response('abcdX') }
    await expect(loadWeights([whole], changed)).rejects.toThrow('the weights file is damaged')
    expect(kept.size).toBe(0)
  })

  it('can be forgotten when they turn out to be damaged', async () => {
    const { caches, kept } = fakeCaches()
    await loadWeights(FILES, { fetch: server(), caches, progress: () => {} })
    await forgetWeights(FILES, caches)
    expect(kept.size).toBe(0)
  })
})
