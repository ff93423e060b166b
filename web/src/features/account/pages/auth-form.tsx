// Sign in, sign up, forgot: one form in three modes, used by the page and by the dialog. The second step is its own part.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link, useHydrated } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useId, useRef } from 'react'
import { t } from '@/lib/messages'
import { Rich } from '@/ui/rich'
import type { AuthMode, FormMode } from '../session/auth-mode'
import { leaveForProvider } from '../session/social'
import type { FieldName } from './auth-fields'
import classes from './auth-form.module.css'
import { Banner } from './banner'
import { SocialButtons } from './social-buttons'
import { type Notice, useAuthForm } from './use-auth-form'

interface AuthFormProps {
  mode: AuthMode
  onModeChange: (mode: AuthMode) => void
  onSignedIn: () => void
  /** Where Google and GitHub return to. */
  redirect: string
  firstNotice?: Notice | undefined
  /** The page's own heading, or that of a dialog on a page. */
  heading?: 'h1' | 'h2'
}

/** Few need it. */
const SecondStep = lazy(() => import('./second-step').then((module) => ({ default: module.SecondStep })))

const WORDS: Record<FormMode, { title: string; text: string; submit: string }> = {
  login: { title: t`Welcome back`, text: t`Sign in to your account and your settings.`, submit: t`Sign In` },
  signup: {
    title: t`Create your account`,
    text: t`Free. Your settings on every device.`,
    submit: t`Create Account`,
  },
  forgot: {
    title: t`Reset your password`,
    text: t`We will email you a link to choose a new one.`,
    submit: t`Send Reset Link`,
  },
}

export function AuthForm(props: AuthFormProps) {
  const { mode, heading = 'h1', onSignedIn, onModeChange } = props
  if (mode !== 'second-step') return <FilledIn {...props} mode={mode} />
  return (
    <Suspense fallback={<div className={classes.waiting} />}>
      <SecondStep heading={heading} onSignedIn={onSignedIn} onBack={() => onModeChange('login')} />
    </Suspense>
  )
}

function FilledIn(props: AuthFormProps & { mode: FormMode }) {
  const { mode, redirect, heading: Heading = 'h1' } = props
  const form = useAuthForm(props)
  const element = useRef<HTMLFormElement>(null)
  const words = WORDS[mode]
  const bannerId = useId()
  // As the build draws it nothing listens yet: a password sent from there would stand in the address.
  const listening = useHydrated()

  // The field that is wrong gets the focus, so that the next key stroke repairs it.
  useEffect(() => {
    if (form.faulty) element.current?.querySelector<HTMLInputElement>(`[name="${form.faulty}"]`)?.focus()
  }, [form.faulty])

  const field = (name: FieldName) => ({
    name,
    value: form.fields[name],
    onChange: (event: { currentTarget: { value: string } }) => form.change(name, event.currentTarget.value),
    error: form.faulty === name,
    'aria-invalid': form.faulty === name || undefined,
    // The banner says what is wrong with it.
    'aria-errormessage': form.faulty === name ? bannerId : undefined,
    required: true,
    withAsterisk: false,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit()
  }

  return (
    <div className={classes.form} inert={!listening}>
      <div>
        <Heading className={classes.title}>{words.title}</Heading>
        <p className={classes.text}>{words.text}</p>
      </div>
      <NoticeBanner id={bannerId} form={form} redirect={redirect} />
      <form ref={element} onSubmit={onSubmit} noValidate className={classes.fields} key={mode}>
        {mode === 'signup' ? <TextInput label={t`Full name`} autoComplete="name" {...field('fullName')} /> : null}
        <TextInput
          label={t`Email`}
          type="email"
          inputMode="email"
          autoComplete="email"
          data-autofocus
          {...field('email')}
        />
        {mode === 'forgot' ? null : (
          <PasswordInput
            label={t`Password`}
            autoComplete={mode === 'signup' ? 'new-password' : 'current-password'}
            {...field('password')}
          />
        )}
        {mode === 'signup' ? (
          <PasswordInput label={t`Confirm password`} autoComplete="new-password" {...field('confirmation')} />
        ) : null}
        {mode === 'login' ? (
          <button type="button" className={classes.quiet} onClick={() => form.switchTo('forgot')}>
            {t`Forgot your password?`}
          </button>
        ) : null}
        <Button type="submit" fullWidth loading={form.busy === 'form'}>
          {words.submit}
        </Button>
      </form>
      {mode === 'forgot' ? null : (
        <>
          <p className={classes.or}>{t`or`}</p>
          <div className={classes.social}>
            {mode === 'login' ? (
              <Button variant="default" loading={form.busy === 'passkey'} onClick={() => void form.byPasskey()}>
                {t`Sign in with a passkey`}
              </Button>
            ) : null}
            <SocialButtons redirect={redirect} onFailed={(text) => form.show({ tone: 'error', text })} />
          </div>
        </>
      )}
      {mode === 'signup' ? <Consent /> : null}
      <ModeLinks mode={mode} onSwitch={form.switchTo} />
    </div>
  )
}

interface NoticeBannerProps {
  id: string
  form: ReturnType<typeof useAuthForm>
  redirect: string
}

function NoticeBanner({ id, form, redirect }: NoticeBannerProps) {
  if (!form.notice) return null
  const { tone, text, offer, mailbox } = form.notice
  return (
    <Banner id={id} tone={tone}>
      {text} {mailbox ? <a href={mailbox}>{t`This server does not send email. Open its mailbox`}</a> : null}
      {offer === 'resend' ? (
        <button type="button" onClick={() => void form.resend()}>
          {t`Send the link again`}
        </button>
      ) : null}
      {offer === 'restore' ? (
        <button type="button" onClick={() => void form.restore()}>
          {t`Restore my account`}
        </button>
      ) : null}
      {offer === 'restore-by-passkey' ? (
        <button type="button" onClick={() => void form.byPasskey(true)}>
          {t`Restore my account`}
        </button>
      ) : null}
      {typeof offer === 'object' ? (
        <button type="button" onClick={() => leaveForProvider(offer.restoreWith, redirect, true)}>
          {t`Restore my account`}
        </button>
      ) : null}
    </Banner>
  )
}

function Consent() {
  return (
    <p className={classes.consent}>
      <Rich
        text={t`By creating an account you agree to the <0>Terms of Service</0> and the <1>Privacy Policy</1>.`}
        parts={[
          (words) => (
            <Link to="/terms" target="_blank">
              {words}
            </Link>
          ),
          (words) => (
            <Link to="/privacy" target="_blank">
              {words}
            </Link>
          ),
        ]}
      />
    </p>
  )
}

function ModeLinks({ mode, onSwitch }: { mode: FormMode; onSwitch: (mode: FormMode) => void }) {
  const [question, label, target] =
    mode === 'login'
      ? ([t`No account yet?`, t`Create one`, 'signup'] as const)
      : mode === 'signup'
        ? ([t`Already have an account?`, t`Sign in`, 'login'] as const)
        : ([t`Remember your password?`, t`Back to sign in`, 'login'] as const)
  return (
    <p className={classes.switch}>
      {question}{' '}
      <button type="button" onClick={() => onSwitch(target)}>
        {label}
      </button>
    </p>
  )
}
