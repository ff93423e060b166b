// Signing out clears this device first and always succeeds; what did not reach the server is sent at the next start.
import { accessToken } from '@/api/access'
import { becomeGuest } from './session'
import { oweSignOut } from './sign-in-memory'
import { tellOtherTabs } from './tabs'

export type SignOutScope = 'local' | 'others' | 'global'

export async function signOut(scope: Exclude<SignOutScope, 'others'> = 'local'): Promise<void> {
  const token = accessToken()
  becomeGuest()
  tellOtherTabs('signed-out')
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
