// What a plan opens in the options panel, and the sentence where it does not.
import type { GateWords, Plan } from '@/api/types'

export interface Gates {
  /** Prefix, suffix, pattern, letter case, removing metadata: any signed-in person. */
  signedIn: boolean
  customContext: boolean
  customPosition: boolean
  customMetadata: boolean
  /** The sentences, from the rules themselves. */
  words: GateWords
}

export function gatesOf({ features }: Pick<Plan, 'features'>, words: GateWords): Gates {
  return {
    signedIn: features.signedIn,
    customContext: features.customNaming,
    customPosition: features.customWatermarkPositioning,
    customMetadata: features.customMetadataEditing,
    words,
  }
}

/** The sentence under the context field; null when the person may use it. */
export function contextNote(gates: Gates): string | null {
  if (gates.customContext) return null
  return gates.signedIn ? gates.words.contextUpgrade : gates.words.contextLogin
}

/** The sentence beside the positions; null when the person may place the mark freely. */
export function positionNote(gates: Gates): string | null {
  if (gates.customPosition) return null
  return gates.signedIn ? gates.words.essentialFeature : gates.words.positionLogin
}
