// Before two-step sign-in is changed: the password or a code. People without a password have signed in a moment ago, or
// give a code; the server's sentence says so.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { sentenceOf } from '@/api/problem'
import type { Proof } from '@/api/types'
import { t } from '@/lib/messages'
import { useSession } from '../session/session'
import classes from './auth-form.module.css'
import { Banner } from './banner'

interface ProofFormProps {
  /** What will happen. */
  children: ReactNode
  submit: string
  /** Whether a code of the app or a recovery code can be given instead. */
  codes: boolean
  danger?: boolean
  busy: boolean
  error: unknown
  onProof: (proof: Proof) => void
}

export function ProofForm({ children, submit, codes, danger, busy, error, onProof }: ProofFormProps) {
  const user = useSession((session) => session.user)
  const [byCode, setByCode] = useState(codes && !user?.hasPassword)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const asks = byCode || user?.hasPassword === true
  const ready = !asks || (byCode ? code.trim() !== '' : password !== '')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (ready) onProof(byCode ? { code } : password ? { password } : {})
  }
  return (
    <form onSubmit={send} noValidate className={classes.fields}>
      {children}
      {error ? <Banner tone="error">{sentenceOf(error)}</Banner> : null}
      {byCode ? (
        <TextInput
          label={t`Code`}
          description={t`From your authenticator app, or a recovery code.`}
          autoComplete="one-time-code"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      ) : null}
      {!byCode && asks ? (
        <PasswordInput
          label={t`Your password`}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      ) : null}
      {codes && user?.hasPassword ? (
        <button type="button" className={classes.quiet} onClick={() => setByCode(!byCode)}>
          {byCode ? t`Use your password instead` : t`Use a code instead`}
        </button>
      ) : null}
      <Button type="submit" fullWidth {...(danger ? { color: 'red' } : {})} loading={busy} disabled={!ready}>
        {submit}
      </Button>
    </form>
  )
}
