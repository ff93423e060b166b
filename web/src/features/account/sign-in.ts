// The ways into an account. Each throws an ApiError whose message can be shown as it is.
import { answer, api } from '@/api/client'
import { adoptSession } from './session'
import { tellOtherTabs } from './tabs'

export const PASSWORD_MIN = 6

export async function signIn(email: string, password: string, restore = false): Promise<void> {
  adoptSession(await answer(api.POST('/api/v1/auth/login', { body: { email, password, restore } })))
  tellOtherTabs('signed-in')
}

export async function signUp(fullName: string, email: string, password: string): Promise<void> {
  await answer(api.POST('/api/v1/auth/signup', { body: { full_name: fullName, email, password } }))
}

export async function askForReset(email: string): Promise<void> {
  await answer(api.POST('/api/v1/auth/forgot', { body: { email } }))
}

export async function resendConfirmation(email: string): Promise<void> {
  await answer(api.POST('/api/v1/auth/resend', { body: { email } }))
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await answer(api.POST('/api/v1/auth/reset', { body: { token, password } }))
}
