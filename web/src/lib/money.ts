// Money as people read it: from whole minor units, in the way of en-US (PLAN-13).

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known) return known
  const made = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() })
  formats.set(currency, made)
  return made
}

/** Yen have no minor unit, dollars have two digits of it. */
function unitsOf(amount: number, format: Intl.NumberFormat): number {
  return amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
}

export function formatCurrency(amount: number, currency: string): string {
  const format = formatOf(currency)
  return format.format(unitsOf(amount, format))
}

/** A plan's price on the landing page: the first `Intl.NumberFormat` would hold a phone up for a tenth of a second. */
export function formatDollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

/** The bare number, for a spreadsheet. */
export function plainAmount(amount: number, currency: string): string {
  const format = formatOf(currency)
  return unitsOf(amount, format).toFixed(format.resolvedOptions().maximumFractionDigits)
}
