// Signing in through Google or GitHub: leaving for them, and the words for what can go wrong on the way.
import type { ProviderId } from '@/api/types'
import { t } from '@/lib/messages'
import { rememberSignIn } from './sign-in-memory'

export type { ProviderId }

/** Their names on the buttons. A provider that the server learns does not compile before it has one here. */
const NAMES: Record<ProviderId, string> = { google: 'Google', github: 'GitHub' }
export const PROVIDERS = Object.entries(NAMES).map(([id, name]) => ({ id: id as ProviderId, name }))

export function providerOf(value: unknown): ProviderId | undefined {
  return PROVIDERS.find(({ id }) => id === value)?.id
}

/** Goes to the provider's page. The session comes back as a cookie, so this browser must know to ask for it. */
export function leaveForProvider(id: ProviderId, redirect: string, restore = false): void {
  rememberSignIn()
  const query = new URLSearchParams({ redirect, ...(restore ? { restore: 'true' } : {}) })
  window.location.assign(`/api/v1/auth/oauth/${id}/start?${query}`)
}

const SOCIAL_FAILED = t`Social login failed`

/** 'Social login failed' and a reason that a person understands. The codes are the server's. */
export function socialFailure(reason: string | undefined, id: ProviderId | undefined): string {
  const name = id ? NAMES[id] : t`this provider`
  return `${SOCIAL_FAILED}: ${reasonText(reason, name)}`
}

function reasonText(reason: string | undefined, name: string): string {
  switch (reason) {
    case 'not_configured':
      return t`signing in with ${name} is not set up on this server. Use your email address instead.`
    case 'unreachable':
      return t`the server cannot be reached. Check your connection and try again.`
    case 'denied':
      return t`access was denied at ${name}. Nothing was shared.`
    case 'expired':
      return t`it took too long, or was started in another browser. Please try again.`
    case 'unverified_email':
      return t`your email address is not verified at ${name}. Verify it there first, or sign in with your email address here.`
    case 'account_deactivated':
      return t`this account is deactivated.`
    default:
      return t`${name} did not answer as expected. Please try again.`
  }
}
