// One job: its name, how it stands, how far it is, and what can be done with it.
import { ActionIcon, Button, Checkbox, Progress } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import type { Job, JobStatus } from '@/api/types'
import { dateAndTime } from '@/lib/dates'
import { Pill } from '@/ui/pill'
import { isActive, useCancelJob, useDeleteJobs } from './jobs'
import classes from './jobs.module.css'

const STATUS: Record<JobStatus, { label: string; dot: 'ok' | 'warn' | 'danger' }> = {
  pending: { label: 'Pending', dot: 'warn' },
  processing: { label: 'Processing', dot: 'warn' },
  completed: { label: 'Completed', dot: 'ok' },
  failed: { label: 'Failed', dot: 'danger' },
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
          aria-label={`Select ${job.jobName}`}
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
            aria-label={`${job.jobName}: ${job.processedCount} of ${job.fileCount} files`}
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
        Cancel
      </Button>
    )
  }
  return (
    <ActionIcon
      variant="subtle"
      size={36}
      loading={remove.isPending}
      aria-label={`Delete ${job.jobName}`}
      onClick={() => remove.mutate([job.id])}
    >
      <Trash2 size={18} />
    </ActionIcon>
  )
}

function factsOf(job: Job): string {
  const count = `${job.processedCount} of ${job.fileCount} files`
  if (isActive(job)) return job.startedAt ? `${count}, since ${dateAndTime(job.startedAt)}` : `${count}, waiting`
  const named = job.results ? `, ${job.results.named} named by AI` : ''
  return `${count}${named}, ${dateAndTime(job.completedAt ?? job.createdAt)}`
}
