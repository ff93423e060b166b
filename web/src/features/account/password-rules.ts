// The rules for a new password, in the spec's words. The server checks them again, and the current password.
import { PASSWORD_MIN } from './sign-in'

export function resetFaultOf(password: string, confirmation: string): string | undefined {
  if (password.length < PASSWORD_MIN) return `Password must be at least ${PASSWORD_MIN} characters`
  if (password !== confirmation) return 'Passwords do not match'
  return undefined
}

export interface PasswordChange {
  current: string
  next: string
  confirmation: string
}

export function changeFaultOf({ current, next, confirmation }: PasswordChange): string | undefined {
  if (!current) return 'Current password is required'
  if (next.length < PASSWORD_MIN) return `New password must be at least ${PASSWORD_MIN} characters long`
  if (next !== confirmation) return 'New passwords do not match'
  if (next === current) return 'New password must be different from current password'
  return undefined
}
