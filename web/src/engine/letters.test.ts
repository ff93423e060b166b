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
/** What gets no answer. */
let offline = /^$/

function setUp() {
  asked.length = 0
  missing = /^$/
  offline = /^$/
  const load = vi.fn(() => WebAssembly.compile(readFileSync('src/engine/pkg/text.wasm')))
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (offline.test(path)) throw new TypeError('Failed to fetch')
    if (missing.test(path)) return new Response('', { status: 503 })
    return new Response(path.endsWith('.json') ? JSON.stringify(index) : 'not a font')
  })
  return { letters: new Letters(load), load }
}

afterEach(() => vi.unstubAllGlobals())

describe('the letters of a text mark', () => {
  it('load nothing for a recipe without a text', async () => {
    const { letters, load } = setUp()
    expect((await letters.shaped(recipe('© Studio', false))).curves).toBeNull()
    expect((await letters.shaped(recipe('  '))).curves).toBeNull()
    expect([load.mock.calls.length, asked.length]).toEqual([0, 0])
  })

  it('take only the font files that the text needs, once for a batch', async () => {
    const { letters, load } = setUp()
    const [first, second] = await Promise.all([letters.shaped(recipe('Hi')), letters.shaped(recipe('Hi'))])
    expect(first.curves?.length).toBeGreaterThan(0)
    expect(second.curves).toBe(first.curves)
    await letters.shaped(recipe('Hi Студия'))
    expect(asked).toEqual(['/fonts/index.json', '/fonts/inter/latin.ttf', '/fonts/noto/cyrillic.ttf'])
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('fetch the list of East Asian fonts with the first text that needs it', async () => {
    const { letters } = setUp()
    await letters.shaped(recipe('Studio'))
    expect(asked).not.toContain('/fonts/east-asian.json')
    await letters.shaped(recipe('写真 Studio'))
    expect(asked).toContain('/fonts/east-asian.json')
  })

  it('are refused when no font has the characters', async () => {
    const { letters } = setUp()
    await expect(letters.shaped(recipe('漢'))).rejects.toThrow('No font here has the characters of the watermark text')
  })

  it('come from the default family when a file of the wanted one cannot be fetched', async () => {
    const { letters } = setUp()
    missing = /lato/
    const { curves, notes } = await letters.shaped(recipe('Hi', true, 'Lato'))
    expect(curves).not.toBeNull()
    expect(notes).toEqual(['The font Lato could not be loaded, so Inter was used instead.'])
    expect(asked).toEqual(['/fonts/index.json', '/fonts/lato/latin.ttf', '/fonts/inter/latin.ttf'])
  })

  it('try again after the index could not be loaded', async () => {
    const { letters } = setUp()
    missing = /index/
    await expect(letters.shaped(recipe('Hi'))).rejects.toThrow('503')
    missing = /^$/
    expect((await letters.shaped(recipe('Hi'))).curves).not.toBeNull()
  })

  it('say in words for people that a font is not here without a network, and have it when that is back', async () => {
    const { letters } = setUp()
    offline = /lato/
    const { notes } = await letters.shaped(recipe('Hi', true, 'Lato'))
    expect(notes[0]).toMatch(/^Part of the font Lato is not on this device yet, so Inter was used instead/)
    offline = /^$/
    expect((await letters.shaped(recipe('Hi', true, 'Lato'))).notes).toEqual([])
    offline = /./
    const said = letters.shaped(recipe('Студия')).catch((error: Error) => error.message)
    expect(await said).toMatch(/^The watermark font is not on this device yet/)
  })
})
