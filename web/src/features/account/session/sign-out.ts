// Signing out clears this device first and always succeeds; what did not reach the server is sent at the next start.
import { accessToken } from '@/api/access'
import { t } from '@/lib/messages'
import { toast } from '@/ui/toasts'
import { forgetDrafts } from './drafts'
import { becomeGuest } from './session'
import { oweSignOut } from './sign-in-memory'
import { tellOtherTabs } from './tabs'

type SignOutScope = 'local' | 'others' | 'global'

const leaving = new Set<() => void>()

/** What else of a person is on this device and goes with them. A session that merely ends takes nothing away. */
export function whenSigningOut(clear: () => void): () => void {
  leaving.add(clear)
  return () => leaving.delete(clear)
}

/** Nothing of the person is left in this tab. */
export function clearDevice(): void {
  becomeGuest()
  forgetDrafts()
  for (const clear of leaving) clear()
}

export async function signOut(scope: Exclude<SignOutScope, 'others'> = 'local'): Promise<void> {
  const token = accessToken()
  clearDevice()
  tellOtherTabs('signed-out')
  toast(
    t`Signed out`,
    scope === 'global' ? t`You are signed out on every device.` : t`You are signed out on this device.`,
  )
  await sendSignOut(scope, token)
}

/** Ends sessions on the server. Resolves to whether it worked; never throws. */
export async function sendSignOut(scope: SignOutScope, token: string | undefined): Promise<boolean> {
  const reached = await fetch(`/api/v1/auth/logout?scope=${scope}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(10_000),
  }).then(
    (response) => response.ok,
    () => false,
  )
  if (scope !== 'others') oweSignOut(!reached)
  return reached
}
