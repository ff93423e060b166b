// Ready-made recipes: what most people come for, one click each, offline too. The server has the same ones as templates
// (crates/server/src/features/templates/ready_made.json); a test compares them. The plan's gates apply as to templates.
import type { ProcessingOptions } from '@/api/types'
import { t } from '@/lib/messages'

export interface ReadyRecipe {
  name: string
  /** What it does, in one sentence. */
  says: string
  options: Partial<ProcessingOptions>
}

const WEB = { convertFormat: true, outputFormat: 'webp', enableCompression: true, compressionQuality: 0.8 } as const

export const RECIPES: readonly ReadyRecipe[] = [
  {
    name: t`For my shop`,
    says: t`New names, WebP at 80 %, at most 1600 × 1600 px, metadata removed where you are signed in.`,
    options: { ...WEB, resizeImages: true, maxWidth: 1600, maxHeight: 1600, removeMetadata: true },
  },
  {
    name: t`For my blog`,
    says: t`New names, WebP at 80 %, at most 1920 px wide.`,
    options: { ...WEB, resizeImages: true, maxWidth: 1920, maxHeight: 0 },
  },
  {
    name: t`For a client gallery`,
    says: t`New names, JPEG at 85 %, at most 2048 × 2048 px, the word Preview in a corner.`,
    options: {
      convertFormat: true,
      outputFormat: 'jpeg',
      enableCompression: true,
      compressionQuality: 0.85,
      resizeImages: true,
      maxWidth: 2048,
      maxHeight: 2048,
      enableTextWatermark: true,
      textWatermark: t`Preview`,
    },
  },
  { name: t`Just rename`, says: t`New names, nothing else is changed.`, options: {} },
]
