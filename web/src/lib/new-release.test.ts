import { afterEach, expect, test, vi } from 'vitest'
import { entryOf, isOldTab } from './new-release'

const page = (name: string) => `<head><script type="module" crossorigin src="/assets/${name}.js"></script></head>`
const serving = (html: string, status = 200) =>
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(html, { status }))
afterEach(() => vi.restoreAllMocks())

test('the entry script is found in the page', () => {
  expect(entryOf(page('index-1a2b'))).toBe('/assets/index-1a2b.js')
  expect(entryOf('<script>const FILES = ["/assets/index-1a2b.js","/assets/base-3c.js"]')).toBe('/assets/index-1a2b.js')
  expect(entryOf('<h1>Bad gateway</h1>')).toBeNull()
})

test('another entry script means that a new version is out', async () => {
  serving(page('index-new'))
  expect(await isOldTab('/assets/index-old.js')).toBe(true)
  serving(page('index-old'))
  expect(await isOldTab('/assets/index-old.js')).toBe(false)
})

test('a server that is down or broken says nothing about versions', async () => {
  serving('<h1>Bad gateway</h1>', 502)
  expect(await isOldTab('/assets/index-old.js')).toBe(false)
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await isOldTab('/assets/index-old.js')).toBe(false)
})
