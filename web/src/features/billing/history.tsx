// Billing History: every payment, refund and failure, with its invoice, and all of it as a file.
import { Button, Skeleton } from '@mantine/core'
import { Download } from 'lucide-react'
import type { BillingRecord } from '@/api/types'
import { longDate } from '@/lib/dates'
import { t } from '@/lib/messages'
import { formatCurrency } from '@/lib/money'
import { saveBlob } from '@/lib/save-file'
import { Card } from '@/ui/card'
import classes from './billing.module.css'
import { useHistory } from './billing-data'
import { historyCsv } from './history-csv'

const STATUS: Record<BillingRecord['status'], string> = {
  paid: t`Paid`,
  pending: t`Pending`,
  failed: t`Failed`,
  canceled: t`Canceled`,
  refunded: t`Refunded`,
}

export function History() {
  const { data, isError, refetch } = useHistory()
  const records = data?.records ?? []
  return (
    <Card className={classes.card}>
      <div className={classes.cardHead}>
        <h2>{t`Billing History`}</h2>
        {records.length > 0 ? (
          <Button
            variant="default"
            size="sm"
            leftSection={<Download size={15} aria-hidden />}
            onClick={() => exportCsv(records)}
          >
            {t`Export CSV`}
          </Button>
        ) : null}
      </div>
      {!data && isError ? (
        <div role="alert" className={classes.question}>
          <p>{t`Failed to fetch billing history`}</p>
          <div>
            <Button variant="default" onClick={() => void refetch()}>
              {t`Try Again`}
            </Button>
          </div>
        </div>
      ) : null}
      {!data && !isError ? <Skeleton height={120} radius="md" /> : null}
      {data && records.length === 0 ? (
        <p className={classes.notice}>{t`No payments yet. Invoices appear here after the first one.`}</p>
      ) : null}
      {records.length > 0 ? <Table records={records} /> : null}
      {data && data.totals.length > 0 ? (
        <p className={classes.total}>
          {t`Total paid:`}
          {data.totals.map(({ amount, currency }) => (
            <b key={currency}>{formatCurrency(amount, currency)} </b>
          ))}
        </p>
      ) : null}
    </Card>
  )
}

function Table({ records }: { records: readonly BillingRecord[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t`Date`}</th>
          <th scope="col">{t`Description`}</th>
          <th scope="col" className={classes.amount}>
            {t`Amount`}
          </th>
          <th scope="col">{t`Status`}</th>
          <th scope="col" className={classes.last}>
            {t`Invoice`}
          </th>
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <tr key={record.id}>
            <td>{longDate(record.createdAt)}</td>
            <td className={classes.what}>{record.description}</td>
            <td className={classes.amount}>{formatCurrency(record.amount, record.currency)}</td>
            <td>
              <span className={classes.recordStatus} data-status={record.status}>
                {STATUS[record.status]}
              </span>
            </td>
            <td className={classes.last}>
              <a href={record.invoiceUrl} target="_blank" rel="noopener">
                {t`View invoice`}
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function exportCsv(records: readonly BillingRecord[]): void {
  const text = historyCsv(records, window.location.origin)
  saveBlob(new Blob([text], { type: 'text/csv' }), 'nomina-billing-history.csv')
}
