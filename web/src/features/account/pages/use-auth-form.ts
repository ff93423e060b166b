// The state of the sign-in form: fields, banner, and what submitting does in each mode.
import { useState } from 'react'
import { ApiError, sentenceOf } from '@/api/problem'
import type { Asked } from '@/api/types'
import type { AuthMode, FormMode } from '../session/auth-mode'
import { askForReset, resendConfirmation, type SignedIn, signIn, signInWithPasskey, signUp } from '../session/sign-in'
import type { ProviderId } from '../session/social'
import { type AuthFields, EMPTY_FIELDS, type FieldName, faultOf } from './auth-fields'
import { passwordRules } from './password-rules'

export interface Notice {
  tone: 'error' | 'success'
  text: string
  /** A next step offered inside the banner. */
  offer?: 'resend' | 'restore' | 'restore-by-passkey' | { restoreWith: ProviderId }
  /** Where the mail is shown, on a server that sends none. */
  mailbox?: string
}

interface AuthFormOptions {
  mode: FormMode
  onModeChange: (mode: AuthMode) => void
  onSignedIn: () => void
  firstNotice?: Notice | undefined
}

export function useAuthForm({ mode, onModeChange, onSignedIn, firstNotice }: AuthFormOptions) {
  const [fields, setFields] = useState<AuthFields>(EMPTY_FIELDS)
  const [notice, setNotice] = useState<Notice | undefined>(firstNotice)
  const [faulty, setFaulty] = useState<FieldName>()
  const [busy, setBusy] = useState<'form' | 'passkey'>()

  const show = (next: Notice | undefined) => setNotice(next)
  const change = (name: FieldName, value: string) => {
    setFields((before) => ({ ...before, [name]: value }))
    if (faulty === name) setFaulty(undefined)
  }
  const switchTo = (next: AuthMode, keep?: Notice) => {
    setFields(EMPTY_FIELDS)
    setFaulty(undefined)
    setNotice(keep)
    onModeChange(next)
  }
  const attempt = async (work: () => Promise<void>, by: 'form' | 'passkey' = 'form') => {
    setBusy(by)
    setNotice(undefined)
    try {
      await work()
    } catch (error) {
      setNotice(noticeOf(error, by))
    } finally {
      setBusy(undefined)
    }
  }
  const goOn = (signedIn: SignedIn) => (signedIn === 'second-step' ? switchTo('second-step') : onSignedIn())

  const submit = async () => {
    const fault = faultOf(mode, fields, mode === 'signup' ? await passwordRules() : undefined)
    setFaulty(fault?.field)
    if (fault) {
      setNotice({ tone: 'error', text: fault.message })
      return
    }
    const email = fields.email.trim()
    return attempt(async () => {
      if (mode === 'login') {
        goOn(await signIn(email, fields.password))
      } else if (mode === 'signup') {
        switchTo('login', mailNotice(await signUp(fields.fullName.trim(), email, fields.password)))
      } else {
        setNotice(mailNotice(await askForReset(email)))
      }
    })
  }
  const restore = () =>
    attempt(async () => {
      goOn(await signIn(fields.email.trim(), fields.password, true))
    })
  const byPasskey = (restore = false) =>
    attempt(async () => {
      await signInWithPasskey(restore)
      onSignedIn()
    }, 'passkey')
  const resend = () =>
    attempt(async () => {
      setNotice(mailNotice(await resendConfirmation(fields.email.trim())))
    })

  return { fields, notice, faulty, busy, change, switchTo, submit, restore, byPasskey, resend, show }
}

function mailNotice({ message, mailbox }: Asked): Notice {
  return { tone: 'success', text: message, ...(mailbox ? { mailbox } : {}) }
}

function noticeOf(error: unknown, by: 'form' | 'passkey'): Notice {
  const text = sentenceOf(error)
  if (error instanceof ApiError && error.code === 'invalid_credentials' && error.detail)
    return { tone: 'error', text: `${text}. ${error.detail}` }
  if (error instanceof ApiError && error.code === 'email_not_confirmed') return { tone: 'error', text, offer: 'resend' }
  if (error instanceof ApiError && error.code === 'account_deactivated')
    return { tone: 'error', text, offer: by === 'passkey' ? 'restore-by-passkey' : 'restore' }
  return { tone: 'error', text }
}
