// One job: its name, how it stands, how far it is, and what can be done with it.
import { ActionIcon, Button, Checkbox, Progress } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import type { Job, JobStatus } from '@/api/types'
import { dateAndTime } from '@/lib/dates'
import { t } from '@/lib/messages'
import { Pill } from '@/ui/pill'
import { isActive, useCancelJob, useDeleteJobs } from './jobs'
import classes from './jobs.module.css'

const STATUS: Record<JobStatus, { label: string; dot: 'ok' | 'warn' | 'danger' }> = {
  pending: { label: t`Pending`, dot: 'warn' },
  processing: { label: t`Processing`, dot: 'warn' },
  completed: { label: t`Completed`, dot: 'ok' },
  failed: { label: t`Failed`, dot: 'danger' },
}

interface JobRowProps {
  job: Job
  /** Absent where nothing can be chosen. */
  chosen?: boolean
  onChoose?: (chosen: boolean) => void
}

export function JobRow({ job, chosen, onChoose }: JobRowProps) {
  const { label, dot } = STATUS[job.status]
  return (
    <li className={classes.row} data-active={isActive(job) || undefined}>
      {onChoose ? (
        <Checkbox
          aria-label={t`Select ${job.jobName}`}
          checked={chosen ?? false}
          disabled={isActive(job)}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      ) : null}
      <div className={classes.what}>
        <b className={classes.name}>{job.jobName}</b>
        <span className={classes.facts}>{factsOf(job)}</span>
        {isActive(job) ? (
          <Progress
            value={(job.processedCount / Math.max(1, job.fileCount)) * 100}
            size={5}
            className={classes.progress ?? ''}
            aria-label={t`${job.jobName}: ${job.processedCount} of ${job.fileCount} files`}
          />
        ) : null}
        {job.errorMessage ? <span className={classes.error}>{job.errorMessage}</span> : null}
      </div>
      <Pill dot={dot}>{label}</Pill>
      <RowAction job={job} />
    </li>
  )
}

function RowAction({ job }: { job: Job }) {
  const cancel = useCancelJob()
  const remove = useDeleteJobs()
  if (isActive(job)) {
    return (
      <Button variant="default" size="sm" loading={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
        {t`Cancel`}
      </Button>
    )
  }
  return (
    <ActionIcon
      variant="subtle"
      size={36}
      loading={remove.isPending}
      aria-label={t`Delete ${job.jobName}`}
      onClick={() => remove.mutate([job.id])}
    >
      <Trash2 size={18} />
    </ActionIcon>
  )
}

function factsOf(job: Job): string {
  const count = t`${job.processedCount} of ${job.fileCount} files`
  if (isActive(job)) return job.startedAt ? t`${count}, since ${dateAndTime(job.startedAt)}` : `${count}, waiting`
  const named = job.results ? t`, ${job.results.named} named by AI` : ''
  return `${count}${named}, ${dateAndTime(job.completedAt ?? job.createdAt)}`
}
