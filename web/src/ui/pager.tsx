// Back and forth through a long list, with where one is in it. One page needs none.
import { Button } from '@mantine/core'
import { t } from '@/lib/messages'
import classes from './pager.module.css'

export const PAGE_SIZE = 50

/** The page to show: a list that has become shorter than where one was shows its last page. */
export function pageWithin(page: number, total: number): number {
  return Math.min(page, Math.max(0, Math.ceil(total / PAGE_SIZE) - 1))
}

interface PagerProps {
  /** The first page is 0. */
  page: number
  total: number
  onPage: (page: number) => void
}

export function Pager({ page, total, onPage }: PagerProps) {
  if (total <= PAGE_SIZE && page === 0) return null
  const first = page * PAGE_SIZE + 1
  const last = Math.min(total, first + PAGE_SIZE - 1)
  return (
    <nav className={classes.pager} aria-label={t`Pages`}>
      <Button variant="default" size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t`Previous`}
      </Button>
      <span className={classes.place} role="status">
        {t`${first}-${last} of ${total}`}
      </span>
      <Button variant="default" size="sm" disabled={last >= total} onClick={() => onPage(page + 1)}>
        {t`Next`}
      </Button>
    </nav>
  )
}
