// What a plan opens in the options panel, and the spec's words where it does not.
import type { Plan } from '@/api/types'

export interface Gates {
  /** Prefix, suffix, pattern, letter case, removing metadata: any signed-in person. */
  signedIn: boolean
  customContext: boolean
  customPosition: boolean
  customMetadata: boolean
}

export function gatesOf({ features }: Pick<Plan, 'features'>): Gates {
  return {
    signedIn: features.signedIn,
    customContext: features.customNaming,
    customPosition: features.customWatermarkPositioning,
    customMetadata: features.customMetadataEditing,
  }
}

export const LOGIN_REQUIRED = 'Login required'
export const ESSENTIAL_FEATURE = 'Essential feature'
export const METADATA_LOGIN = 'Custom metadata editing requires login. Please sign in to access these features.'
export const METADATA_UPGRADE =
  'Custom metadata editing is available with Premium plans and above. Upgrade to unlock this feature.'

/** The sentence under the context field; null when the person may use it. */
export function contextNote(gates: Gates): string | null {
  if (gates.customContext) return null
  return gates.signedIn ? 'Custom context is an Essential feature. Upgrade to unlock.' : 'Custom context requires login'
}

/** The sentence beside the positions; null when the person may place the mark freely. */
export function positionNote(gates: Gates): string | null {
  if (gates.customPosition) return null
  return gates.signedIn ? ESSENTIAL_FEATURE : 'Custom positioning requires login'
}
