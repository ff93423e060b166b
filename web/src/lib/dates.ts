// Dates as people read them, in the browser's language and in the time zone that the person chose; the browser's own until then.
import { useSyncExternalStore } from 'react'

type Instant = string | number | Date

type Formats = Record<'day' | 'minute', Intl.DateTimeFormat>

let zone: string | undefined
let formats = formatsIn(undefined)
const listeners = new Set<() => void>()

/** From now on dates are told in this time zone. One that the browser does not know changes nothing. */
export function showTimesIn(next: string | undefined): void {
  if (next === zone) return
  try {
    formats = formatsIn(next)
  } catch {
    return
  }
  zone = next
  for (const listener of listeners) listener()
}

export function longDate(at: Instant): string {
  return formats.day.format(new Date(at))
}

export function dateAndTime(at: Instant): string {
  return formats.minute.format(new Date(at))
}

/** The same two, for a screen that must follow a change of the time zone while it is open. */
export function useDates(): { longDate: typeof longDate; dateAndTime: typeof dateAndTime } {
  useSyncExternalStore(subscribe, () => zone)
  return { longDate, dateAndTime }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function formatsIn(timeZone: string | undefined): Formats {
  const where = timeZone ? { timeZone } : {}
  return {
    day: new Intl.DateTimeFormat(undefined, { dateStyle: 'long', ...where }),
    minute: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', ...where }),
  }
}
