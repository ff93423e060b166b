// The ways into an account. Each throws an ApiError whose message can be shown as it is.
import { answer, api } from '@/api/client'
import { ApiError } from '@/api/problem'
import type { Asked, SessionAnswer } from '@/api/types'
import { t } from '@/lib/messages'
import { showPasskey } from './passkeys'
import { adoptSession, becomeGuest } from './session'
import { tellOtherTabs } from './tabs'

/** What a right password leads to. */
export type SignedIn = 'signed-in' | 'second-step'

export async function signIn(email: string, password: string, restore = false): Promise<SignedIn> {
  const got = await answer(api.POST('/api/v1/auth/login', { body: { email, password, restore } }))
  if (!('accessToken' in got)) return 'second-step'
  enter(got)
  return 'signed-in'
}

/** Signs in with a passkey alone. */
export async function signInWithPasskey(restore = false): Promise<void> {
  const options = await answer(api.POST('/api/v1/auth/passkey/options'))
  const shown = await showPasskey(options, true)
  enter(await answer(api.POST('/api/v1/auth/passkey', { body: { ...shown, restore } })))
}

/** The second step with a code of the app, or a recovery code. */
export async function finishWithCode(code: string): Promise<void> {
  enter(await answer(api.POST('/api/v1/auth/second-step', { body: { code } })))
}

/** The second step with a passkey. Every try has a challenge of its own. */
export async function finishWithPasskey(): Promise<void> {
  const { passkey } = await answer(api.POST('/api/v1/auth/second-step/options'))
  if (!passkey) throw new ApiError(t`This account no longer has a passkey.`, { status: 0, code: 'no_passkey' })
  const shown = await showPasskey(passkey, false)
  enter(await answer(api.POST('/api/v1/auth/second-step/passkey', { body: { ...shown, restore: false } })))
}

/** Uses the link of the confirmation mail, which also signs in. Elsewhere than where one signed up it needs the password. */
export async function confirmAddress(token: string, password?: string): Promise<void> {
  enter(await answer(api.POST('/api/v1/auth/confirm', { body: { token, ...(password ? { password } : {}) } })))
}

/** Gives the sentence to show: the server knows whether the address has to be confirmed first. */
export async function signUp(fullName: string, email: string, password: string): Promise<Asked> {
  return answer(api.POST('/api/v1/auth/signup', { body: { fullName, email, password } }))
}

export async function askForReset(email: string): Promise<Asked> {
  return answer(api.POST('/api/v1/auth/forgot', { body: { email } }))
}

export async function resendConfirmation(email: string): Promise<Asked> {
  return answer(api.POST('/api/v1/auth/resend', { body: { email } }))
}

/** Whether the link of a reset mail is still good; throws the reason when it is not. */
export async function checkResetLink(token: string): Promise<true> {
  await answer(api.POST('/api/v1/auth/reset/check', { body: { token } }))
  return true
}

/** Sets a new password by the link. The server ends every session of the account, this browser's included. */
export async function resetPassword(token: string, password: string): Promise<void> {
  await answer(api.POST('/api/v1/auth/reset', { body: { token, password } }))
  becomeGuest()
  tellOtherTabs('signed-out')
}

function enter(session: SessionAnswer): void {
  adoptSession(session)
  tellOtherTabs('signed-in')
}
