// The development mailbox: mails as they look, with working links, when no SMTP server is set up. The server shows it to
// visitors at its own machine only, who have the token of its address.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, notFound } from '@tanstack/react-router'
import { answer, api } from '@/api/client'
import { ApiError, sentenceOf } from '@/api/problem'
import type { DevEmail } from '@/api/types'
import { dateAndTime } from '@/lib/dates'
import { t } from '@/lib/messages'
import { EmptyState } from '@/ui/empty-state'
import { Logo } from '@/ui/logo'
import { PageHeading } from '@/ui/page-heading'
import classes from './mailbox-page.module.css'

const route = getRouteApi('/dev/mailbox')
const LOOK_EVERY_MS = 3_000

export function MailboxPage() {
  const { mail: wanted, token } = route.useSearch()
  const { data, error, refetch } = useQuery({
    queryKey: ['dev-emails', token],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/v1/dev/emails', { params: { query: token ? { token } : {} }, signal })),
    refetchInterval: LOOK_EVERY_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  // The server does not even tell others that there is a mailbox; neither does the page.
  if (error instanceof ApiError && error.status === 404) throw notFound()
  const open = data?.find((mail) => mail.id === wanted) ?? data?.[0]
  return (
    <main id="main" tabIndex={-1} className={classes.page}>
      <Logo />
      <PageHeading
        title={t`Mailbox`}
      >{t`Emails that this server would have sent. They never leave this machine.`}</PageHeading>
      {error && !data ? (
        <EmptyState
          title={t`The mailbox could not be loaded`}
          actions={<Button onClick={() => void refetch()}>{t`Try Again`}</Button>}
        >
          <p>{sentenceOf(error)}</p>
        </EmptyState>
      ) : null}
      {data && !open ? (
        <EmptyState title={t`No emails yet`}>
          <p>{t`Create an account or reset a password, and the email appears here.`}</p>
        </EmptyState>
      ) : null}
      {data && open ? (
        <div className={classes.columns}>
          <MailList mails={data} openId={open.id} token={token} />
          <Mail mail={open} token={token} />
        </div>
      ) : null}
    </main>
  )
}

type Token = string | undefined

function MailList({ mails, openId, token }: { mails: readonly DevEmail[]; openId: string; token: Token }) {
  return (
    <nav aria-label={t`Emails`} className={classes.list}>
      {mails.map((mail) => (
        <Link
          key={mail.id}
          to="/dev/mailbox"
          search={{ mail: mail.id, token }}
          className={classes.item}
          aria-current={mail.id === openId ? 'true' : undefined}
        >
          <b>{mail.subject}</b>
          <span>{mail.recipient}</span>
          <time dateTime={mail.createdAt}>{dateAndTime(mail.createdAt)}</time>
        </Link>
      ))}
    </nav>
  )
}

function Mail({ mail, token }: { mail: DevEmail; token: Token }) {
  return (
    <article className={classes.mail}>
      <h2>{mail.subject}</h2>
      <p className={classes.to}>{t`To ${mail.recipient}`}</p>
      <iframe
        key={mail.id}
        src={`/dev/mailbox/${mail.id}/html?token=${encodeURIComponent(token ?? '')}`}
        title={t`Email preview`}
        sandbox="allow-top-navigation-by-user-activation"
      />
      <details>
        <summary>{t`Plain text`}</summary>
        <pre>{mail.textBody}</pre>
      </details>
    </article>
  )
}
