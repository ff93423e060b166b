// The target of the password-reset mail: looks at the link first, then asks for a new password. Every session of the
// account ends.
import { Button, Loader, PasswordInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '@/api/problem'
import { t } from '@/lib/messages'
import { LinkButton } from '@/ui/link-button'
import { useLinkToken } from '../session/link-token'
import { checkResetLink, resetPassword } from '../session/sign-in'
import classes from './auth-form.module.css'
import { Banner } from './banner'
import { BarePage } from './bare-page'
import { lengthFaultOf, matchFaultOf, passwordRules } from './password-rules'

const route = getRouteApi('/reset-password')

export function ResetPage() {
  const token = useLinkToken(route.useSearch().token)
  const [done, setDone] = useState(false)
  return (
    <BarePage>
      <div className={classes.form}>
        <h1 className={classes.title}>{t`Choose a new password`}</h1>
        {done ? <ResetDone /> : null}
        {!done && token ? <CheckedLink token={token} onDone={() => setDone(true)} /> : null}
        {!done && !token ? <BadLink message={t`This reset link is incomplete.`} /> : null}
      </div>
    </BarePage>
  )
}

function CheckedLink({ token, onDone }: { token: string; onDone: () => void }) {
  const { isPending, error } = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => checkResetLink(token),
    // A link is good or worn out now; what was true a moment ago helps nobody, and a token is not kept.
    staleTime: 0,
    gcTime: 0,
  })
  if (isPending) return <Loader role="status" size="sm" aria-label={t`Checking the link`} />
  return error ? <BadLink message={sentenceOf(error)} /> : <ResetForm token={token} onDone={onDone} />
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const fault = lengthFaultOf(password, await passwordRules()) ?? matchFaultOf(password, confirmation)
    setError(fault)
    if (fault) return
    setBusy(true)
    try {
      await resetPassword(token, password)
      onDone()
    } catch (failure) {
      setError(sentenceOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={classes.fields}>
      {error ? <Banner tone="error">{error}</Banner> : null}
      <PasswordInput
        label={t`New password`}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordInput
        label={t`Confirm new password`}
        autoComplete="new-password"
        value={confirmation}
        onChange={(event) => setConfirmation(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={busy}>
        {t`Update Password`}
      </Button>
    </form>
  )
}

function ResetDone() {
  return (
    <>
      <Banner tone="success">{t`Password updated successfully!`}</Banner>
      <p className={classes.text}>{t`You have been signed out everywhere else.`}</p>
      <LinkButton to="/auth">{t`Go to Sign In`}</LinkButton>
    </>
  )
}

function BadLink({ message }: { message: string }) {
  return (
    <>
      <Banner tone="error">{message}</Banner>
      <LinkButton to="/auth" search={{ mode: 'forgot' }} variant="default">
        {t`Send a new link`}
      </LinkButton>
    </>
  )
}
