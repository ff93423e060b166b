// The rules for passwords, in the spec's words. The server checks them again, and the current password.

export const PASSWORD_MIN = 6

export function lengthFaultOf(password: string): string | undefined {
  return password.length < PASSWORD_MIN ? `Password must be at least ${PASSWORD_MIN} characters` : undefined
}

export function matchFaultOf(password: string, confirmation: string): string | undefined {
  return password === confirmation ? undefined : 'Passwords do not match'
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
