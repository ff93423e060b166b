// The watermark as the plan allows it. It keeps its identity while nothing that shows in a preview changes, so that
// typing a prefix redraws nothing.
import { useState } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { usePerson } from '../model/tier'
import { useRecipe } from '../model/use-recipe'
import { useRules } from '../model/use-rules'

/** Null when nothing would be drawn. */
export function useWatermark(): ProcessingOptions | null {
  const { options } = useRecipe()
  const { plan } = usePerson()
  const { coerceOptions } = useRules()
  const now = { key: watermarkKey(options), image: options.imageWatermarkFile, tier: plan.tier }
  const coerced = () => (now.key === null ? null : coerceOptions(options, plan.tier).options)
  const [held, hold] = useState(() => ({ ...now, watermark: coerced() }))
  if (held.key === now.key && held.image === now.image && held.tier === now.tier) return held.watermark
  const next = { ...now, watermark: coerced() }
  hold(next)
  return next.watermark
}

/**
 * What a preview depends on besides the watermark image, as one text. Null when nothing would be drawn: empty text
 * and no image draw nothing.
 */
export function watermarkKey(options: ProcessingOptions): string | null {
  const text = options.enableTextWatermark && options.textWatermark.trim() !== ''
  const image = options.enableImageWatermark && options.imageWatermarkFile !== null
  if (!text && !image) return null
  return JSON.stringify(Object.entries(options).filter(([field]) => isRelevant(field)))
}

/** The mark is sized in pixels of the output, so the output's size matters too. */
function isRelevant(field: string): boolean {
  if (field === 'imageWatermarkFile') return false
  return field.includes('Watermark') || field === 'resizeImages' || field === 'maxWidth' || field === 'maxHeight'
}
