// The five ways to write a colour: which text belongs to which, and how a colour is written in each.
import type { Colour } from '@/engine/rules'
import { t } from '@/lib/messages'

export const COLOUR_FORMATS = ['hex', 'rgb', 'rgba', 'hsl', 'hsla'] as const
export type ColourFormat = (typeof COLOUR_FORMATS)[number]

/** White in each format: what an invalid value is answered with. */
const EXAMPLES: Record<ColourFormat, string> = {
  hex: '#ffffff',
  rgb: 'rgb(255, 255, 255)',
  rgba: 'rgba(255, 255, 255, 1)',
  hsl: 'hsl(0, 0%, 100%)',
  hsla: 'hsla(0, 0%, 100%, 1)',
}

export function colourError(format: ColourFormat): string {
  return t`Invalid ${format.toUpperCase()} color format. Expected: ${EXAMPLES[format]}`
}

/** The format a text is written in, by its beginning. */
export function formatOf(text: string): ColourFormat {
  const start = text.trim().toLowerCase().split('(')[0] ?? ''
  return COLOUR_FORMATS.find((format) => format === start) ?? 'hex'
}

/** Writes a colour; formats without alpha leave it out. */
export function writeColour({ r, g, b, a }: Colour, format: ColourFormat): string {
  const alpha = Math.round((a / 255) * 100) / 100
  if (format === 'rgb') return `rgb(${r}, ${g}, ${b})`
  if (format === 'rgba') return `rgba(${r}, ${g}, ${b}, ${alpha})`
  if (format === 'hex') return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  const [h, s, l] = toHsl(r / 255, g / 255, b / 255)
  return format === 'hsl' ? `hsl(${h}, ${s}%, ${l}%)` : `hsla(${h}, ${s}%, ${l}%, ${alpha})`
}

function toHsl(r: number, g: number, b: number): [number, number, number] {
  const high = Math.max(r, g, b)
  const low = Math.min(r, g, b)
  const light = (high + low) / 2
  const span = high - low
  if (span === 0) return [0, 0, Math.round(light * 100)]
  const saturation = span / (1 - Math.abs(2 * light - 1))
  const sixth = high === r ? ((g - b) / span + 6) % 6 : high === g ? (b - r) / span + 2 : (r - g) / span + 4
  return [Math.round(sixth * 60) % 360, Math.round(saturation * 100), Math.round(light * 100)]
}
