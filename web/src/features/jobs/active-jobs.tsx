// What runs right now, above everything else. Nothing runs: nothing is shown.
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { JobRow } from './job-row'
import { isActive, useJobs } from './jobs'
import classes from './jobs.module.css'

export function ActiveJobs() {
  const { data } = useJobs(0)
  const active = data?.items.filter(isActive) ?? []
  if (active.length === 0) return null
  return (
    <section className={classes.active} aria-label={t`In progress`}>
      <h2>{t`In progress`}</h2>
      <Card className={classes.card}>
        <ul className={classes.list}>
          {active.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      </Card>
    </section>
  )
}
