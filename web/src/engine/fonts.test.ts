import { describe, expect, it, vi } from 'vitest'
import type { ProcessingOptions } from '../api/types'
import { type FontIndex, filesFor, fontsFor } from './fonts'

const index: FontIndex = {
  families: {
    Inter: [
      { file: 'inter/latin.woff2', ranges: [[0x20, 0xff]] },
      { file: 'inter/cyrillic.woff2', ranges: [[0x400, 0x4ff]] },
    ],
    Lato: [{ file: 'lato/latin.woff2', ranges: [[0x20, 0xff]] }],
  },
  fallback: [{ file: 'noto/cyrillic.woff2', ranges: [[0x400, 0x4ff]] }],
}

describe('font files for a text', () => {
  it('takes only what the text needs', () => {
    expect(filesFor(index, 'Inter', '© Studio')).toEqual(['inter/latin.woff2'])
    expect(filesFor(index, 'Inter', 'Студия')).toEqual(['inter/cyrillic.woff2'])
  })

  it('falls back for letters that the family lacks', () => {
    expect(filesFor(index, 'Lato', 'Hi Студия')).toEqual(['lato/latin.woff2', 'noto/cyrillic.woff2'])
  })

  it('uses the default family for one it does not know', () => {
    expect(filesFor(index, 'Comic Sans', 'Hi')).toEqual(['inter/latin.woff2'])
  })
})

describe('fetching fonts', () => {
  const options = (family: string) =>
    ({ enableTextWatermark: true, textWatermark: 'Hi', textWatermarkFontFamily: family }) as ProcessingOptions

  it('puts the default family behind one that cannot be fetched', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      const path = String(input)
      if (path.endsWith('index.json')) return Response.json(index)
      return path.includes('lato') ? new Response(null, { status: 404 }) : new Response('font')
    })
    const sizes = async (family: string) => (await fontsFor(options(family))).map((bytes) => bytes.byteLength)
    expect(await sizes('Lato')).toEqual([0, 4])
    expect(await sizes('Inter')).toEqual([4])
    expect(await fontsFor({ ...options('Inter'), textWatermark: ' ' })).toEqual([])
  })
})
