// The target of the confirmation mail: uses the link once and says what came of it.
import { Loader } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sentenceOf } from '@/api/problem'
import { LinkButton } from '@/ui/link-button'
import classes from './auth-form.module.css'
import { Banner } from './banner'
import { BarePage } from './bare-page'
import { confirmAddress } from './sign-in'

const route = getRouteApi('/confirm')

type Outcome = { state: 'working' } | { state: 'confirmed' } | { state: 'failed'; message: string }

export function ConfirmPage() {
  const { token } = route.useSearch()
  const outcome = useConfirmation(token)
  return (
    <BarePage>
      <div className={classes.form}>
        <h1 className={classes.title}>
          {outcome.state === 'confirmed' ? 'Your address is confirmed' : 'Confirm your address'}
        </h1>
        {outcome.state === 'working' ? <Loader size="sm" aria-label="Confirming" /> : null}
        {outcome.state === 'confirmed' ? (
          <>
            <p className={classes.text}>Your account is ready.</p>
            <LinkButton to="/dashboard">Open the dashboard</LinkButton>
          </>
        ) : null}
        {outcome.state === 'failed' ? (
          <>
            <Banner tone="error">{outcome.message}</Banner>
            <p className={classes.text}>Links work once and for a limited time. Sign in to have a new one sent.</p>
            <LinkButton to="/auth" variant="default">
              Go to Sign In
            </LinkButton>
          </>
        ) : null}
      </div>
    </BarePage>
  )
}

/** Each link is used once per page load, also when React mounts the page twice. */
const tried = new Map<string, Promise<Outcome>>()

function useConfirmation(token: string | undefined): Outcome {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'working' })
  useEffect(() => {
    if (!token) {
      setOutcome({ state: 'failed', message: 'This confirmation link is not complete.' })
      return
    }
    const attempt = tried.get(token) ?? confirm(token)
    tried.set(token, attempt)
    void attempt.then(setOutcome)
  }, [token])
  return outcome
}

async function confirm(token: string): Promise<Outcome> {
  try {
    await confirmAddress(token)
    return { state: 'confirmed' }
  } catch (error) {
    return { state: 'failed', message: sentenceOf(error) }
  }
}
