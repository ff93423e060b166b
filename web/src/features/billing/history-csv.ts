// The billing history as a file for a spreadsheet.
import type { BillingRecord } from '@/api/types'
import { t } from '@/lib/messages'
import { plainAmount } from '@/lib/money'

const HEAD = [t`Date`, t`Description`, t`Amount`, t`Currency`, t`Status`, t`Invoice`]

/** A cell that starts like a formula would be run by the spreadsheet; an apostrophe keeps it text. */
function cell(text: string, isNumber = false): string {
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function historyCsv(records: readonly BillingRecord[], origin: string): string {
  const rows = records.map((record) =>
    [
      cell(record.createdAt.slice(0, 10)),
      cell(record.description),
      cell(plainAmount(record.amount, record.currency), true),
      cell(record.currency.toUpperCase()),
      cell(record.status),
      cell(new URL(record.invoiceUrl, origin).href),
    ].join(','),
  )
  return [HEAD.join(','), ...rows, ''].join('\r\n')
}
