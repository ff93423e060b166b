// The target of the confirmation mail. In the browser that signed up the link is enough; elsewhere it asks for the password
// of that sign-up. Whoever is signed in is asked first, because confirming signs in.
import { Button, Loader, PasswordInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '@/lib/messages'
import { LinkButton } from '@/ui/link-button'
import { Rich } from '@/ui/rich'
import { useLinkToken } from '../session/link-token'
import { useSession } from '../session/session'
import classes from './auth-form.module.css'
import { Banner } from './banner'
import { BarePage } from './bare-page'
import { useConfirmation } from './use-confirmation'

const route = getRouteApi('/confirm')

export function ConfirmPage() {
  const token = useLinkToken(route.useSearch().token)
  const { status, user } = useSession()
  const [agreed, setAgreed] = useState(false)
  // A guest need not be asked; from here on a session is what confirming brought.
  if (status === 'guest' && !agreed) setAgreed(true)

  if (!token) {
    return (
      <Page title={t`Confirm your email address`}>
        <Failed message={t`This confirmation link is incomplete.`} />
      </Page>
    )
  }
  if (status === 'loading') {
    return (
      <Page title={t`Confirm your email address`}>
        <Loader role="status" size="sm" aria-label={t`Loading`} />
      </Page>
    )
  }
  if (status === 'signed-in' && !agreed) return <SwitchQuestion email={user?.email} onAgree={() => setAgreed(true)} />
  return <Confirmation token={token} />
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <BarePage>
      <div className={classes.form}>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
    </BarePage>
  )
}

function SwitchQuestion({ email, onAgree }: { email: string | undefined; onAgree: () => void }) {
  return (
    <Page title={t`Switch to the new account?`}>
      <p className={classes.text}>
        <Rich
          text={t`You are signed in as <0>${email ?? ''}</0>. Confirming signs you in to the new account instead, in every tab of this browser.`}
          parts={[(words) => <b>{words}</b>]}
        />
      </p>
      <Button onClick={onAgree}>{t`Confirm and switch`}</Button>
      <LinkButton to="/dashboard" variant="default">
        {t`Stay signed in`}
      </LinkButton>
    </Page>
  )
}

function Confirmation({ token }: { token: string }) {
  const { outcome, confirm } = useConfirmation(token)
  switch (outcome.state) {
    case 'working':
      return (
        <Page title={t`Confirm your email address`}>
          <Loader role="status" size="sm" aria-label={t`Confirming`} />
        </Page>
      )
    case 'confirmed':
      return (
        <Page title={t`Your email address is confirmed`}>
          <p className={classes.text}>{t`Your account is ready.`}</p>
          <LinkButton to="/dashboard">{t`Open the dashboard`}</LinkButton>
        </Page>
      )
    case 'password':
      return (
        <Page title={t`Confirm your email address`}>
          <PasswordForm message={outcome.message} busy={outcome.busy} onSubmit={confirm} />
        </Page>
      )
    case 'failed':
      return (
        <Page title={t`Confirm your email address`}>
          <Failed message={outcome.message} />
        </Page>
      )
  }
}

interface PasswordFormProps {
  message: string | undefined
  busy: boolean
  onSubmit: (password: string) => void
}

function PasswordForm({ message, busy, onSubmit }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) onSubmit(password)
  }
  return (
    <form onSubmit={submit} noValidate className={classes.fields}>
      <p className={classes.text}>
        {t`You signed up in another browser. Enter the password you chose when you signed up.`}
      </p>
      {message ? <Banner tone="error">{message}</Banner> : null}
      <PasswordInput
        label={t`Password`}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={busy} disabled={!password}>
        {t`Confirm`}
      </Button>
      <p className={classes.text}>{t`If you did not sign up, close this page. Nothing will happen.`}</p>
    </form>
  )
}

function Failed({ message }: { message: string }) {
  return (
    <>
      <Banner tone="error">{message}</Banner>
      <p className={classes.text}>{t`Links work once and expire. Sign up again to get a new one.`}</p>
      <LinkButton to="/auth" search={{ mode: 'signup' }}>
        {t`Sign up again`}
      </LinkButton>
      <LinkButton to="/auth" variant="default">
        {t`Go to Sign In`}
      </LinkButton>
    </>
  )
}
