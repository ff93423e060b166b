// Google and GitHub. The server holds the secrets and the whole exchange; this only leads there.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import { t } from '@/lib/messages'
import { leaveForProvider, PROVIDERS, type ProviderId, socialFailure } from '../session/social'
import classes from './auth-form.module.css'
import { GithubMark, GoogleMark } from './social-marks'

const MARKS = { google: GoogleMark, github: GithubMark } as const

interface SocialButtonsProps {
  redirect: string
  onFailed: (message: string) => void
}

export function SocialButtons({ redirect, onFailed }: SocialButtonsProps) {
  const [leaving, setLeaving] = useState<ProviderId>()
  const leave = async (id: ProviderId) => {
    setLeaving(id)
    const known = await answer(api.GET('/api/v1/auth/providers')).catch(() => undefined)
    if (known?.some((provider) => provider.id === id && provider.configured)) {
      leaveForProvider(id, redirect)
      return
    }
    setLeaving(undefined)
    onFailed(socialFailure(known ? 'not_configured' : 'unreachable', id))
  }
  return (
    <div className={classes.social}>
      {PROVIDERS.map(({ id, name }) => {
        const Mark = MARKS[id]
        return (
          <Button
            key={id}
            variant="default"
            leftSection={<Mark />}
            loading={leaving === id}
            disabled={leaving !== undefined && leaving !== id}
            onClick={() => void leave(id)}
          >
            {t`Continue with ${name}`}
          </Button>
        )
      })}
    </div>
  )
}
