// The second step of a sign-in: a code of the app, a passkey, or a recovery code. The server knows by a cookie whose
// first step was right, so that a reload and the way back from Google or GitHub lead here as well.
import { Button, Loader, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { answer, api } from '@/api/client'
import { sentenceOf } from '@/api/problem'
import type { SecondStepWays } from '@/api/types'
import { t } from '@/lib/messages'
import { finishWithCode, finishWithPasskey } from '../session/sign-in'
import classes from './auth-form.module.css'
import { Banner } from './banner'

interface SecondStepProps {
  onSignedIn: () => void
  onBack: () => void
  heading: 'h1' | 'h2'
}

export function SecondStep({ onSignedIn, onBack, heading: Heading }: SecondStepProps) {
  const { data, error } = useQuery({
    queryKey: ['second-step'],
    queryFn: () => answer(api.POST('/api/v1/auth/second-step/options')),
    // A challenge is used once: every visit gets its own.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <div className={classes.form}>
      <div>
        <Heading className={classes.title}>{t`Two-step sign-in`}</Heading>
        <p className={classes.text}>{t`Confirm that it is you.`}</p>
      </div>
      {error ? <Banner tone="error">{sentenceOf(error)}</Banner> : null}
      {data ? <Ways ways={data} onSignedIn={onSignedIn} /> : null}
      {data || error ? null : <Loader role="status" aria-label={t`Loading`} />}
      <p className={classes.switch}>
        <button type="button" onClick={onBack}>
          {t`Back to sign in`}
        </button>
      </p>
    </div>
  )
}

function Ways({ ways, onSignedIn }: { ways: SecondStepWays; onSignedIn: () => void }) {
  const [byRecovery, setByRecovery] = useState(!ways.app && !ways.passkey)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'code' | 'passkey'>()
  const bannerId = useId()
  const attempt = async (what: 'code' | 'passkey', work: () => Promise<void>) => {
    setBusy(what)
    setProblem(undefined)
    try {
      await work()
      onSignedIn()
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <>
      {problem ? (
        <Banner id={bannerId} tone="error">
          {problem}
        </Banner>
      ) : null}
      {ways.passkey && !byRecovery ? (
        <Button
          variant={ways.app ? 'default' : 'filled'}
          loading={busy === 'passkey'}
          onClick={() => void attempt('passkey', finishWithPasskey)}
        >
          {t`Use a Passkey`}
        </Button>
      ) : null}
      {ways.passkey && ways.app && !byRecovery ? <p className={classes.or}>{t`or`}</p> : null}
      {ways.app || byRecovery ? (
        <CodeForm
          key={byRecovery ? 'recovery' : 'app'}
          recovery={byRecovery}
          busy={busy === 'code'}
          errorId={problem ? bannerId : undefined}
          onCode={(code) => void attempt('code', () => finishWithCode(code))}
        />
      ) : null}
      {ways.recoveryCode && (ways.app || ways.passkey) ? (
        <p className={classes.switch}>
          <button
            type="button"
            onClick={() => {
              setProblem(undefined)
              setByRecovery(!byRecovery)
            }}
          >
            {byRecovery ? t`Try another way` : t`Use a recovery code`}
          </button>
        </p>
      ) : null}
    </>
  )
}

interface CodeFormProps {
  recovery: boolean
  busy: boolean
  errorId: string | undefined
  onCode: (code: string) => void
}

function CodeForm({ recovery, busy, errorId, onCode }: CodeFormProps) {
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // The form before it is gone, and the focus with it.
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim()) onCode(code)
  }
  return (
    <form onSubmit={submit} noValidate className={classes.fields}>
      <TextInput
        label={recovery ? t`Recovery code` : t`Code from your authenticator app`}
        description={recovery ? t`One of your ten recovery codes. Each works once.` : undefined}
        placeholder={recovery ? 'xxxx-xxxx-xxxx-xxxx' : '123 456'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        ref={field}
        maxLength={40}
        value={code}
        error={errorId !== undefined}
        aria-errormessage={errorId}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={busy}>
        {t`Sign In`}
      </Button>
    </form>
  )
}
