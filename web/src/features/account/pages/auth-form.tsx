// Sign in, sign up, forgot: one form in three modes, used by the page and by the dialog. The second step is its own part.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link, useHydrated } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useId, useRef } from 'react'
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
  login: { title: 'Welcome back', text: 'Sign in to your account and your settings.', submit: 'Sign In' },
  signup: {
    title: 'Create your account',
    text: 'Free. Your settings, on every device.',
    submit: 'Create Account',
  },
  forgot: { title: 'Reset your password', text: 'We send a link to choose a new one.', submit: 'Send Reset Link' },
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
        {mode === 'signup' ? <TextInput label="Full name" autoComplete="name" {...field('fullName')} /> : null}
        <TextInput
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          data-autofocus
          {...field('email')}
        />
        {mode === 'forgot' ? null : (
          <PasswordInput
            label="Password"
            autoComplete={mode === 'signup' ? 'new-password' : 'current-password'}
            {...field('password')}
          />
        )}
        {mode === 'signup' ? (
          <PasswordInput label="Confirm password" autoComplete="new-password" {...field('confirmation')} />
        ) : null}
        {mode === 'login' ? (
          <button type="button" className={classes.quiet} onClick={() => form.switchTo('forgot')}>
            Forgot your password?
          </button>
        ) : null}
        <Button type="submit" fullWidth loading={form.busy === 'form'}>
          {words.submit}
        </Button>
      </form>
      {mode === 'forgot' ? null : (
        <>
          <p className={classes.or}>or</p>
          <div className={classes.social}>
            {mode === 'login' ? (
              <Button variant="default" loading={form.busy === 'passkey'} onClick={() => void form.byPasskey()}>
                Sign in with a passkey
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
      {text} {mailbox ? <a href={mailbox}>This server sends no mail: open its mailbox</a> : null}
      {offer === 'resend' ? (
        <button type="button" onClick={() => void form.resend()}>
          Send the link again
        </button>
      ) : null}
      {offer === 'restore' ? (
        <button type="button" onClick={() => void form.restore()}>
          Restore my account
        </button>
      ) : null}
      {offer === 'restore-by-passkey' ? (
        <button type="button" onClick={() => void form.byPasskey(true)}>
          Restore my account
        </button>
      ) : null}
      {typeof offer === 'object' ? (
        <button type="button" onClick={() => leaveForProvider(offer.restoreWith, redirect, true)}>
          Restore my account
        </button>
      ) : null}
    </Banner>
  )
}

function Consent() {
  return (
    <p className={classes.consent}>
      By creating an account you agree to the{' '}
      <Link to="/terms" target="_blank">
        Terms of Service
      </Link>{' '}
      and the{' '}
      <Link to="/privacy" target="_blank">
        Privacy Policy
      </Link>
      .
    </p>
  )
}

function ModeLinks({ mode, onSwitch }: { mode: FormMode; onSwitch: (mode: FormMode) => void }) {
  const [question, label, target] =
    mode === 'login'
      ? (['No account yet?', 'Create one', 'signup'] as const)
      : mode === 'signup'
        ? (['Already have an account?', 'Sign in', 'login'] as const)
        : (['Remembered it?', 'Back to sign in', 'login'] as const)
  return (
    <p className={classes.switch}>
      {question}{' '}
      <button type="button" onClick={() => onSwitch(target)}>
        {label}
      </button>
    </p>
  )
}
