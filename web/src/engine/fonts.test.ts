import { describe, expect, it } from 'vitest'
import { type FontIndex, filesFor } from './fonts'

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
