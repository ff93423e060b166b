import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ProcessingOptions } from '../api/types'
import { Letters } from './letters'

const index = {
  families: {
    Inter: [{ file: 'inter/latin.ttf', ranges: [[0x20, 0xff]] }],
    Lato: [{ file: 'lato/latin.ttf', ranges: [[0x20, 0xff]] }],
  },
  fallback: [{ file: 'noto/cyrillic.ttf', ranges: [[0x400, 0x4ff]] }],
}

const recipe = (textWatermark: string, enableTextWatermark = true, textWatermarkFontFamily = 'Inter') =>
  ({ enableTextWatermark, textWatermark, textWatermarkFontFamily }) as ProcessingOptions

const asked: string[] = []
/** What cannot be fetched. */
let missing = /^$/

function setUp() {
  asked.length = 0
  missing = /^$/
  const load = vi.fn(() => WebAssembly.compile(readFileSync('src/engine/pkg/text.wasm')))
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (missing.test(path)) return new Response('', { status: 503 })
    return new Response(path.endsWith('.json') ? JSON.stringify(index) : 'not a font')
  })
  return { letters: new Letters(load), load }
}

afterEach(() => vi.unstubAllGlobals())

describe('the letters of a text mark', () => {
  it('load nothing for a recipe without a text', async () => {
    const { letters, load } = setUp()
    expect(await letters.outline(recipe('© Studio', false))).toBeNull()
    expect(await letters.outline(recipe('  '))).toBeNull()
    expect([load.mock.calls.length, asked.length]).toEqual([0, 0])
  })

  it('take only the font files that the text needs, once for a batch', async () => {
    const { letters, load } = setUp()
    const [first, second] = await Promise.all([letters.outline(recipe('Hi')), letters.outline(recipe('Hi'))])
    expect(first?.length).toBeGreaterThan(0)
    expect(second).toBe(first)
    await letters.outline(recipe('Hi Студия'))
    expect(asked).toEqual(['/fonts/index.json', '/fonts/inter/latin.ttf', '/fonts/noto/cyrillic.ttf'])
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('fetch the list of East Asian fonts with the first text that needs it', async () => {
    const { letters } = setUp()
    await letters.outline(recipe('Studio'))
    expect(asked).not.toContain('/fonts/east-asian.json')
    await letters.outline(recipe('写真 Studio'))
    expect(asked).toContain('/fonts/east-asian.json')
  })

  it('are none when no font has the characters', async () => {
    const { letters } = setUp()
    expect(await letters.outline(recipe('漢'))).toBeNull()
  })

  it('come from the default family when a file of the wanted one cannot be fetched', async () => {
    const { letters } = setUp()
    missing = /lato/
    expect(await letters.outline(recipe('Hi', true, 'Lato'))).not.toBeNull()
    expect(asked).toEqual(['/fonts/index.json', '/fonts/lato/latin.ttf', '/fonts/inter/latin.ttf'])
  })

  it('try again after the index could not be loaded', async () => {
    const { letters } = setUp()
    missing = /index/
    await expect(letters.outline(recipe('Hi'))).rejects.toThrow('503')
    missing = /^$/
    expect(await letters.outline(recipe('Hi'))).not.toBeNull()
  })
})
