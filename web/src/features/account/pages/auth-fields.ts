// What the sign-in form holds and the rules it checks before asking the server.
import type { PasswordRules } from '@/api/types'
import { t } from '@/lib/messages'
import type { FormMode } from '../session/auth-mode'
import { lengthFaultOf, matchFaultOf } from './password-rules'

export interface AuthFields {
  fullName: string
  email: string
  password: string
  confirmation: string
}

export type FieldName = keyof AuthFields

export const EMPTY_FIELDS: AuthFields = { fullName: '', email: '', password: '', confirmation: '' }

interface FieldFault {
  field: FieldName
  message: string
}

/** The first thing that is wrong, or nothing. */
export function faultOf(mode: FormMode, fields: AuthFields, rules?: PasswordRules): FieldFault | undefined {
  if (mode === 'signup' && !fields.fullName.trim()) return { field: 'fullName', message: t`Full name is required` }
  if (!fields.email.trim()) return { field: 'email', message: t`Email is required` }
  if (!looksLikeEmail(fields.email)) return { field: 'email', message: t`Please enter a valid email address` }
  if (mode === 'forgot') return undefined
  if (!fields.password) return { field: 'password', message: t`Password is required` }
  if (mode !== 'signup') return undefined
  const tooShort = lengthFaultOf(fields.password, rules)
  if (tooShort) return { field: 'password', message: tooShort }
  const differs = matchFaultOf(fields.password, fields.confirmation)
  return differs ? { field: 'confirmation', message: differs } : undefined
}

/** As loose as the browser's own e-mail field; the confirmation mail is the real check. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.?[^\s@]*$/.test(text.trim())
}
