// Setting an authenticator app up: the owner's proof, the QR code and its first code, then the recovery codes.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '@/api/problem'
import type { NewApp } from '@/api/types'
import { t } from '@/lib/messages'
import { Rich } from '@/ui/rich'
import { beginApp, confirmApp, useFactorChange } from '../session/second-factor'
import formClasses from './auth-form.module.css'
import { Banner } from './banner'
import { ProofForm } from './proof-fields'
import { RecoveryCodes } from './recovery-codes'
import classes from './second-factor.module.css'

interface AppSetupProps {
  /** Whether two-step sign-in is on already. */
  isOn: boolean
  onDone: () => void
}

export function AppSetup({ isOn, onDone }: AppSetupProps) {
  const [codes, setCodes] = useState<string[]>()
  const begin = useFactorChange(beginApp)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (begin.data) {
    return (
      <FirstCode
        app={begin.data}
        onConfirmed={(fresh) => {
          if (fresh) setCodes(fresh)
          else onDone()
        }}
      />
    )
  }
  return (
    <ProofForm
      submit={t`Continue`}
      codes={isOn}
      busy={begin.isPending}
      error={begin.error}
      onProof={(proof) => begin.mutate(proof)}
    >
      <p>
        {t`You need an authenticator app, such as Aegis, 2FAS, Google Authenticator or a password manager.${isOn ? '' : t` Turning on two-step sign-in signs out your other devices.`}`}
      </p>
    </ProofForm>
  )
}

interface FirstCodeProps {
  app: NewApp
  onConfirmed: (recoveryCodes: string[] | null | undefined) => void
}

function FirstCode({ app, onConfirmed }: FirstCodeProps) {
  const [code, setCode] = useState('')
  const confirm = useFactorChange(confirmApp)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim()) confirm.mutate(code, { onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) })
  }
  return (
    <form onSubmit={submit} noValidate className={formClasses.fields}>
      <p className={classes.link}>
        <Rich
          text={t`Scan this QR code with your app, or <0>open the app on this device</0>.`}
          parts={[(words) => <a href={app.uri}>{words}</a>]}
        />
      </p>
      <img
        className={classes.qr}
        src={`data:image/svg+xml,${encodeURIComponent(app.qrCode)}`}
        alt={t`QR code for your authenticator app`}
        width={220}
        height={220}
      />
      <TextInput
        label={t`Or enter this key`}
        readOnly
        value={app.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        classNames={{ input: classes.mono ?? '' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      {confirm.isError ? <Banner tone="error">{sentenceOf(confirm.error)}</Banner> : null}
      <TextInput
        label={t`Code from the app`}
        placeholder="123 456"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={confirm.isPending} disabled={code.trim() === ''}>
        {t`Confirm Code`}
      </Button>
    </form>
  )
}
