// What can be said of a password before the server is asked. How long it must be is the server's to say, once.
import { answer, api } from '@/api/client'
import { queryClient } from '@/api/query-client'
import type { PasswordRules } from '@/api/types'
import { t } from '@/lib/messages'

/** The rules of this server; nothing when it cannot be asked now: then it judges the password itself. */
export function passwordRules(): Promise<PasswordRules | undefined> {
  const queryFn = () => answer(api.GET('/api/v1/auth/password-rules'))
  return queryClient
    .fetchQuery({ queryKey: ['password-rules'], queryFn, staleTime: Number.POSITIVE_INFINITY, retry: false })
    .catch(() => undefined)
}

const tooShort = (password: string, rules?: PasswordRules) => rules !== undefined && [...password].length < rules.min

export function lengthFaultOf(password: string, rules?: PasswordRules): string | undefined {
  return tooShort(password, rules) ? rules?.tooShort : undefined
}

export function matchFaultOf(password: string, confirmation: string): string | undefined {
  return password === confirmation ? undefined : t`Passwords do not match`
}

export interface PasswordChange {
  current: string
  next: string
  confirmation: string
}

export function changeFaultOf(change: PasswordChange, rules?: PasswordRules): string | undefined {
  const { current, next, confirmation } = change
  if (!current) return t`Current password is required`
  if (tooShort(next, rules)) return rules?.newTooShort
  if (next !== confirmation) return t`New passwords do not match`
  if (next === current) return rules?.notNew
  return undefined
}
