// The processing history: search, sort, paging, and a row for each stored batch.
import { Select, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { Batch } from '@/api/types'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LinkButton } from '@/ui/link-button'
import { NotLoaded } from '@/ui/not-loaded'
import { Pager, pageWithin } from '@/ui/pager'
import { BatchRow } from './batch-row'
import { DownloadNotice } from './download-notice'
import { SORTS, type Sort, useHistory } from './history'
import classes from './history.module.css'

interface HistoryListProps {
  onUseSettings: (batch: Batch) => Promise<void>
}

export function HistoryList({ onUseSettings }: HistoryListProps) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<Sort>('newest')
  const [page, setPage] = useState(0)
  const [q] = useDebouncedValue(search.trim(), 250)
  const { data, isError, isPlaceholderData, refetch } = useHistory({ page, q, sort })
  if (data && pageWithin(page, data.total) !== page) setPage(pageWithin(page, data.total))
  const start = <Changed extends unknown[]>(change: (...to: Changed) => void) => {
    return (...to: Changed) => {
      setPage(0)
      change(...to)
    }
  }

  if (!data && isError)
    return (
      <NotLoaded title={t`Failed to load processing history.`} onRetry={() => void refetch()}>
        {t`Your batches are safe. Check your connection and try again.`}
      </NotLoaded>
    )
  if (!data) return <Skeleton height={300} radius="lg" />
  if (data.total === 0 && q === '' && search === '' && !isPlaceholderData) return <NoHistory />
  return (
    <div className={classes.history}>
      <div className={classes.tools}>
        <TextInput
          aria-label={t`Search the history`}
          placeholder={t`Search by name`}
          leftSection={<Search size={16} aria-hidden />}
          className={classes.search ?? ''}
          value={search}
          onChange={start((event: React.ChangeEvent<HTMLInputElement>) => setSearch(event.currentTarget.value))}
        />
        <Select
          aria-label={t`Order`}
          allowDeselect={false}
          className={classes.sort ?? ''}
          data={[...SORTS]}
          value={sort}
          onChange={start((value: string | null) => setSort((value ?? 'newest') as Sort))}
        />
      </div>
      <DownloadNotice />
      {data.items.length > 0 ? (
        <Card className={classes.card}>
          <ul className={classes.list} aria-label={t`Processing history`}>
            {data.items.map((batch) => (
              <BatchRow key={batch.id} batch={batch} onUseSettings={onUseSettings} />
            ))}
          </ul>
        </Card>
      ) : (
        <EmptyState title={t`Nothing found`}>
          <p>{t`No batch name contains “${q}”.`}</p>
        </EmptyState>
      )}
      <Pager page={page} total={data.total} onPage={setPage} />
    </div>
  )
}

function NoHistory() {
  return (
    <EmptyState title={t`No batches yet`} actions={<LinkButton to="/dashboard/tools">{t`Go to Tools`}</LinkButton>}>
      <p>{t`Process some images and the finished batch appears here with its ZIP.`}</p>
    </EmptyState>
  )
}
