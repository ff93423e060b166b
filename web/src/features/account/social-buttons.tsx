// Google and GitHub. The server holds the secrets and the whole exchange; this only leads there.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import classes from './auth-form.module.css'
import { rememberSignIn } from './sign-in-memory'
import { GithubMark, GoogleMark } from './social-marks'

const PROVIDERS = [
  { id: 'google', name: 'Google', Mark: GoogleMark },
  { id: 'github', name: 'GitHub', Mark: GithubMark },
] as const

export const SOCIAL_FAILED = 'Social login failed'

interface SocialButtonsProps {
  redirect: string
  onFailed: (message: string) => void
}

export function SocialButtons({ redirect, onFailed }: SocialButtonsProps) {
  const [leaving, setLeaving] = useState<string>()
  const leave = async (id: string, name: string) => {
    setLeaving(id)
    const { providers } = await answer(api.GET('/api/v1/auth/providers')).catch(() => ({ providers: undefined }))
    if (providers?.includes(id)) {
      // The answer comes back as a cookie: at the next start this browser knows to ask for it.
      rememberSignIn()
      window.location.assign(`/api/v1/auth/oauth/${id}/start?redirect=${encodeURIComponent(redirect)}`)
      return
    }
    setLeaving(undefined)
    onFailed(
      providers
        ? `${SOCIAL_FAILED}: signing in with ${name} is not set up on this server. Use your e-mail address instead.`
        : `${SOCIAL_FAILED}: the server cannot be reached. Check your connection and try again.`,
    )
  }
  return (
    <div className={classes.social}>
      {PROVIDERS.map(({ id, name, Mark }) => (
        <Button
          key={id}
          variant="default"
          leftSection={<Mark />}
          loading={leaving === id}
          disabled={leaving !== undefined && leaving !== id}
          onClick={() => void leave(id, name)}
        >
          Continue with {name}
        </Button>
      ))}
    </div>
  )
}
