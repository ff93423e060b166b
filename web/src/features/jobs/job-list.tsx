// All jobs, active ones first, with paging and deleting one or many.
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { Job } from '@/api/types'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LinkButton } from '@/ui/link-button'
import { NotLoaded } from '@/ui/not-loaded'
import { Pager, pageWithin } from '@/ui/pager'
import { JobRow } from './job-row'
import { isActive, useDeleteJobs, useJobs } from './jobs'
import classes from './jobs.module.css'

export function JobList() {
  const [page, setPage] = useState(0)
  const { data, isPending, isError, refetch } = useJobs(page)
  if (data && pageWithin(page, data.total) !== page) setPage(pageWithin(page, data.total))
  if (data && data.total > 0)
    return (
      <>
        <Jobs jobs={data.items} />
        <Pager page={page} total={data.total} onPage={setPage} />
      </>
    )
  if (data) return <NoJobs />
  if (isError && !isPending)
    return (
      <NotLoaded title={t`Failed to fetch jobs`} onRetry={() => void refetch()}>
        {t`Nothing is lost. Check your connection and try again.`}
      </NotLoaded>
    )
  return <Skeleton height={220} radius="lg" />
}

function Jobs({ jobs }: { jobs: Job[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const remove = useDeleteJobs()
  const ended = jobs.filter((job) => !isActive(job))
  const ids = ended.map(({ id }) => id).filter((id) => chosen.has(id))
  const choose = (id: string, on: boolean) =>
    setChosen((old) => new Set(on ? [...old, id] : [...old].filter((one) => one !== id)))
  const all = ended.length > 0 && ids.length === ended.length
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <Checkbox
          label={ids.length > 0 ? t`${ids.length} selected` : t`Select all`}
          checked={all}
          indeterminate={ids.length > 0 && !all}
          disabled={ended.length === 0}
          onChange={() => setChosen(new Set(all ? [] : ended.map(({ id }) => id)))}
        />
        {ids.length > 0 ? (
          <Button
            color="red"
            variant="default"
            size="sm"
            loading={remove.isPending}
            onClick={() => remove.mutate(ids, { onSuccess: () => setChosen(new Set()) })}
          >
            {t`Delete ${ids.length}`}
          </Button>
        ) : null}
      </div>
      <ul className={classes.list} aria-label={t`Tasks`}>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} chosen={chosen.has(job.id)} onChoose={(on) => choose(job.id, on)} />
        ))}
      </ul>
    </Card>
  )
}

function NoJobs() {
  return (
    <EmptyState title={t`No tasks yet`} actions={<LinkButton to="/dashboard/tools">{t`Go to Tools`}</LinkButton>}>
      <p>{t`Batches appear here while they run, in every tab and on every device where you are signed in.`}</p>
    </EmptyState>
  )
}
