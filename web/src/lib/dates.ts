// Dates as people read them, in the browser's language and time zone.

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })
const MINUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export type Instant = string | number | Date

export function longDate(at: Instant): string {
  return DAY.format(new Date(at))
}

export function dateAndTime(at: Instant): string {
  return MINUTE.format(new Date(at))
}
