// A receipt on paper's terms: white, one page, and nothing on it that is not part of it.
import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { answer, api } from '@/api/client'
import { sentenceOf } from '@/api/problem'
import type { Invoice } from '@/api/types'
import { BarePage } from '@/features/account/pages/bare-page'
import { SignInPrompt } from '@/features/account/pages/sign-in-prompt'
import { useSession } from '@/features/account/session/session'
import { longDate } from '@/lib/dates'
import { t } from '@/lib/messages'
import { formatCurrency } from '@/lib/money'
import { EmptyState } from '@/ui/empty-state'
import { LinkButton } from '@/ui/link-button'
import classes from './invoice.module.css'
import { TEST_NOTE } from './notes'

const route = getRouteApi('/invoices/$id')

export function InvoicePage() {
  const { id } = route.useParams()
  const status = useSession((session) => session.status)
  if (status === 'guest') {
    return (
      <BarePage>
        <SignInPrompt
          title={t`Sign in to see this invoice`}
        >{t`Only the owner of an invoice can see it.`}</SignInPrompt>
      </BarePage>
    )
  }
  return (
    <main id="main" tabIndex={-1} className={classes.page}>
      {status === 'loading' ? <Loader /> : null}
      {status === 'signed-in' ? <Fetched id={id} /> : null}
    </main>
  )
}

function Fetched({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['invoice', id],
    queryFn: ({ signal }) => answer(api.GET('/api/v1/billing/invoices/{id}', { params: { path: { id } }, signal })),
  })
  if (error) {
    return (
      <EmptyState title={t`No invoice`} actions={<LinkButton to="/dashboard/billing">{t`Back to billing`}</LinkButton>}>
        <p>{sentenceOf(error)}</p>
      </EmptyState>
    )
  }
  return data ? <Sheet invoice={data} /> : <Loader />
}

function Sheet({ invoice: { number, record, buyerName, buyerEmail, test } }: { invoice: Invoice }) {
  const money = formatCurrency(record.amount, record.currency)
  return (
    <>
      <div className={classes.tools}>
        <LinkButton to="/dashboard/billing" variant="default">
          {t`Back to billing`}
        </LinkButton>
        <Button onClick={() => window.print()}>{t`Print`}</Button>
      </div>
      <article className={classes.sheet}>
        <header className={classes.head}>
          <b>nomina</b>
          <h1>{t`Invoice`}</h1>
        </header>
        <dl className={classes.facts}>
          <Fact label={t`Number`}>{number}</Fact>
          <Fact label={t`Date`}>{longDate(record.createdAt)}</Fact>
          <Fact label={t`Billed to`}>
            {buyerName ? `${buyerName}, ` : ''}
            {buyerEmail}
          </Fact>
          <Fact label={t`Status`}>{record.status}</Fact>
        </dl>
        <table className={classes.lines}>
          <thead>
            <tr>
              <th scope="col">{t`Description`}</th>
              <th scope="col">{t`Amount`}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                {record.description}
                {record.periodStart && record.periodEnd ? (
                  <small>{t`${longDate(record.periodStart)} to ${longDate(record.periodEnd)}`}</small>
                ) : null}
              </td>
              <td>{money}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t`Total (${record.currency.toUpperCase()})`}</th>
              <td>{money}</td>
            </tr>
          </tfoot>
        </table>
        {test ? <p className={classes.note}>{TEST_NOTE}</p> : null}
      </article>
    </>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
