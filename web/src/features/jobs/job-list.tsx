// All jobs, active ones first, with paging and deleting one or many.
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { Job } from '@/api/types'
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
      <NotLoaded title="Failed to fetch jobs" onRetry={() => void refetch()}>
        They are safe on the server. Check your connection and try again.
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
          label={ids.length > 0 ? `${ids.length} selected` : 'Select all'}
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
            Delete {ids.length}
          </Button>
        ) : null}
      </div>
      <ul className={classes.list} aria-label="Tasks">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} chosen={chosen.has(job.id)} onChoose={(on) => choose(job.id, on)} />
        ))}
      </ul>
    </Card>
  )
}

function NoJobs() {
  return (
    <EmptyState title="No tasks yet" actions={<LinkButton to="/dashboard/tools">Open the tools</LinkButton>}>
      <p>Every batch you process appears here while it runs, in every tab and on every device you are signed in on.</p>
    </EmptyState>
  )
}
