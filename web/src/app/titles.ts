// The title of a page, for the browser's tab and for the build, which writes it into the page's head.
import type { StaticDataRouteOption } from '@tanstack/react-router'
import { t } from '@/lib/messages'

interface Match {
  staticData: StaticDataRouteOption
  search: object
}

/** A path without a page ends at a frame, and frames have no title. */
export function titleOf(match: Match | undefined): string {
  const { wholeTitle, title, titleOf } = match?.staticData ?? {}
  return wholeTitle ?? titled(titleOf?.(match?.search ?? {}) ?? title)
}

export function titled(title: string | undefined): string {
  return `${title ?? t`Page not found`} | Nomina`
}
