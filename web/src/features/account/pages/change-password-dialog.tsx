// Changing the password: the server verifies the current one and ends every other session. Closes by itself after success.
import { Button, Modal, PasswordInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { answer, api } from '@/api/client'
import { sentenceOf } from '@/api/problem'
import { t } from '@/lib/messages'
import classes from './auth-form.module.css'
import { Banner } from './banner'
import { changeFaultOf, type PasswordChange, passwordRules } from './password-rules'

export const CLOSE_AFTER_MS = 2_000
const EMPTY: PasswordChange = { current: '', next: '', confirmation: '' }

interface ChangePasswordDialogProps {
  opened: boolean
  onClose: () => void
  /** For password managers: they file the new password under this name. */
  email: string
}

export function ChangePasswordDialog({ opened, onClose, email }: ChangePasswordDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={t`Change Password`} size={440}>
      <ChangePasswordForm onDone={onClose} email={email} />
    </Modal>
  )
}

function ChangePasswordForm({ onDone, email }: { onDone: () => void; email: string }) {
  const [fields, setFields] = useState(EMPTY)
  const [error, setError] = useState<string>()
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')

  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(onDone, CLOSE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [state, onDone])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const fault = changeFaultOf(fields, await passwordRules())
    setError(fault)
    if (fault) return
    setState('busy')
    try {
      await answer(
        api.POST('/api/v1/auth/password', { body: { currentPassword: fields.current, newPassword: fields.next } }),
      )
      setFields(EMPTY)
      setState('done')
    } catch (failure) {
      setError(sentenceOf(failure))
      setState('idle')
    }
  }
  const field = (name: keyof PasswordChange, label: string, autoComplete: string) => (
    <PasswordInput
      label={label}
      autoComplete={autoComplete}
      value={fields[name]}
      disabled={state === 'done'}
      onChange={(event) => {
        const { value } = event.currentTarget
        setFields((before) => ({ ...before, [name]: value }))
      }}
    />
  )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={classes.fields}>
      {error ? <Banner tone="error">{error}</Banner> : null}
      {state === 'done' ? <Banner tone="success">{t`Password updated successfully!`}</Banner> : null}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {field('current', t`Current password`, 'current-password')}
      {field('next', t`New password`, 'new-password')}
      {field('confirmation', t`Confirm new password`, 'new-password')}
      <Button type="submit" fullWidth loading={state === 'busy'} disabled={state === 'done'}>
        {t`Update Password`}
      </Button>
    </form>
  )
}
