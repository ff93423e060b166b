// The devices a person is signed in on. Each can be ended; so can all others at once.
import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accessToken } from '@/api/access'
import { answer, api } from '@/api/client'
import { sentenceOf } from '@/api/problem'
import type { DeviceSession } from '@/api/types'
import { useDates } from '@/lib/dates'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { toastError } from '@/ui/toasts'
import { deviceName } from '../session/device-name'
import { sendSignOut, signOut } from '../session/sign-out'
import classes from './profile-page.module.css'

const KEY = ['device-sessions']

export function Devices() {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => answer(api.GET('/api/v1/auth/sessions', { signal })),
    staleTime: 0,
  })
  const others = useEnd(async () => {
    if (!(await sendSignOut('others', accessToken()))) throw new Error('sign-out failed')
  })
  return (
    <Card className={classes.card}>
      <div>
        <h2>{t`Devices`}</h2>
        <p className={classes.quiet}>{t`Where you are signed in. Sign out devices you do not recognise.`}</p>
      </div>
      {isPending ? <Skeleton height={52} /> : null}
      {isError && !data ? (
        <p className={classes.quiet} role="alert">
          {t`Your devices could not be loaded.`}{' '}
          <Button variant="subtle" size="xs" onClick={() => void refetch()}>
            {t`Try Again`}
          </Button>
        </p>
      ) : null}
      {data ? (
        <ul className={classes.devices}>
          {data.map((session) => (
            <Device key={session.id} session={session} />
          ))}
        </ul>
      ) : null}
      {data && data.length > 1 ? (
        <div className={classes.actions}>
          <Button variant="default" loading={others.isPending} onClick={() => others.mutate(undefined)}>
            {t`Sign Out Other Devices`}
          </Button>
          <Button variant="default" onClick={() => void signOut('global')}>
            {t`Sign Out Everywhere`}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

function Device({ session }: { session: DeviceSession }) {
  const end = useEnd(() => answer(api.DELETE('/api/v1/auth/sessions/{id}', { params: { path: { id: session.id } } })))
  const { dateAndTime } = useDates()
  const name = deviceName(session.userAgent)
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className={classes.quiet}>{t`Signed in ${dateAndTime(session.createdAt)}`}</p>
        <p className={classes.quiet}>
          {t`${session.ipPrefix ? `${session.ipPrefix}, ` : ''}last used ${dateAndTime(session.lastUsedAt)}`}
        </p>
      </div>
      {session.isCurrent ? (
        <span className={classes.here}>{t`This device`}</span>
      ) : (
        <Button
          variant="default"
          size="sm"
          loading={end.isPending}
          aria-label={t`Sign Out: ${name}, signed in ${dateAndTime(session.createdAt)}`}
          onClick={() => end.mutate(undefined)}
        >
          {t`Sign Out`}
        </Button>
      )}
    </li>
  )
}

/** Ends something, then shows the list as it is now. */
function useEnd(work: () => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (_: undefined) => {
      await work()
    },
    onError: (error) => toastError(t`Sign-out failed`, sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}
