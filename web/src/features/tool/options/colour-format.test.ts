import { beforeAll, expect, test } from 'vitest'
import type { Rules } from '@/engine/rules'
import { realRules } from '../testing/rules'
import { COLOUR_FORMATS, colourError, formatOf, writeColour } from './colour-format'

let rules: Rules
beforeAll(async () => {
  rules = await realRules()
})

test('the error names the format and shows an example that is valid itself', () => {
  expect(colourError('hex')).toBe('Invalid HEX color format. Expected: #ffffff')
  expect(colourError('rgb')).toBe('Invalid RGB color format. Expected: rgb(255, 255, 255)')
  for (const format of COLOUR_FORMATS) {
    const example = colourError(format).split('Expected: ')[1] ?? ''
    expect(rules.parseColour(example)).toMatchObject({ r: 255, g: 255, b: 255 })
    expect(formatOf(example)).toBe(format)
  }
})

test('a colour written in any format reads back as itself', () => {
  const colours = [
    { r: 26, g: 43, b: 60, a: 255 },
    { r: 215, g: 242, b: 74, a: 255 },
    { r: 0, g: 0, b: 0, a: 255 },
    { r: 51, g: 102, b: 153, a: 255 },
  ]
  for (const colour of colours) {
    for (const format of COLOUR_FORMATS) {
      const back = rules.parseColour(writeColour(colour, format))
      const error = Math.max(
        ...(['r', 'g', 'b'] as const).map((part) => Math.abs((back?.[part] ?? -99) - colour[part])),
      )
      // Whole degrees and percents of hsl are coarser than bytes.
      expect(error).toBeLessThanOrEqual(format.startsWith('hsl') ? 3 : 0)
    }
  }
})

test('alpha is written only where the format has it', () => {
  const half = { r: 1, g: 2, b: 3, a: 128 }
  expect(writeColour(half, 'rgba')).toBe('rgba(1, 2, 3, 0.5)')
  expect(writeColour(half, 'rgb')).toBe('rgb(1, 2, 3)')
})
