// The newsletter box: keeps the address once and says so; a malformed one is refused.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { answer, api } from '@/api/client'
import { sentenceOf } from '@/api/problem'
import { looksLikeEmail } from '@/features/account/pages/auth-fields'
import { t } from '@/lib/messages'
import { isFocusLost } from '@/ui/kept-focus'
import classes from './newsletter.module.css'

export function Newsletter() {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [state, setState] = useState<'idle' | 'sending' | 'kept'>('idle')

  const field = useRef<HTMLInputElement>(null)
  const thanks = useRef<HTMLParagraphElement>(null)
  // The button is off while it sends, and gone with the field when it has: the focus goes on to the answer.
  useEffect(() => {
    if (!isFocusLost()) return
    if (state === 'kept') thanks.current?.focus()
    else if (error) field.current?.focus()
  }, [state, error])

  const subscribe = async (event: FormEvent) => {
    event.preventDefault()
    if (!looksLikeEmail(email)) {
      setError(t`Please enter a valid email address`)
      return
    }
    setError(undefined)
    setState('sending')
    try {
      await answer(api.POST('/api/v1/newsletter', { body: { email: email.trim() } }))
      setState('kept')
    } catch (failure) {
      setError(sentenceOf(failure))
      setState('idle')
    }
  }

  if (state === 'kept') {
    return (
      <p ref={thanks} tabIndex={-1} role="status" className={classes.kept}>
        {t`Thank you. ${email.trim()} is subscribed. We will email you when there is news.`}
      </p>
    )
  }
  return (
    <form onSubmit={(event) => void subscribe(event)} noValidate className={classes.form}>
      <TextInput
        ref={field}
        label={t`Newsletter, a few times a year`}
        type="email"
        autoComplete="email"
        placeholder={t`you@example.com`}
        value={email}
        error={error}
        onChange={(event) => setEmail(event.currentTarget.value)}
        className={classes.field}
      />
      <Button type="submit" variant="default" loading={state === 'sending'} className={classes.button}>
        {t`Subscribe`}
      </Button>
    </form>
  )
}
