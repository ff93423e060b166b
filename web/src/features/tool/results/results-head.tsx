// Above the table: how the run has ended, what there is to take, and how much room it saves.
import { Alert } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { changeText, sizeText } from '@/lib/sizes'
import { completeText } from './complete-text'
import classes from './results.module.css'
import { useResults } from './results-store'
import { isReady, type ResultRow } from './row'
import { savedOf } from './view'

export function ResultsHead({ sentence }: { sentence: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const rows = useResults((state) => state.rows)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes.head}>
      <h2 ref={heading} tabIndex={-1} className={classes.title}>
        Review &amp; Download
      </h2>
      <p className={classes.sentence}>
        <span role="status">{sentence}</span> <Total rows={rows} />
      </p>
    </div>
  )
}

/** What all results weigh together, and how much less that is than before. */
export function Total({ rows }: { rows: readonly ResultRow[] }) {
  const ready = rows.filter(isReady)
  const saved = ready.reduce((sum, row) => sum + savedOf(row), 0)
  const after = ready.reduce((sum, row) => sum + row.output.size, 0)
  const change = changeText(after + saved, after)
  if (ready.length === 0) return null
  return (
    <span className={classes.total}>
      {saved === 0 ? sizeText(after) : `${sizeText(after + saved)} → ${sizeText(after)}`}{' '}
      {saved > 0 ? <b>{`${sizeText(saved)} saved${change ? ` (${change})` : ''}`}</b> : null}
    </span>
  )
}

export function Complete() {
  const { summary, rows, recipe } = useResults()
  const [closed, setClosed] = useState(false)
  if (!summary || closed) return null
  return (
    <Alert
      icon={<CircleCheck size={18} aria-hidden />}
      title={summary.cancelled ? 'Cancelled' : 'Processing Complete!'}
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => setClosed(true)}
      classNames={{
        root: classes.complete ?? '',
        wrapper: classes.completeWrapper ?? '',
        body: classes.completeBody ?? '',
        title: classes.completeTitle ?? '',
      }}
    >
      {completeText(summary, rows, recipe?.keepNames ?? false)}
    </Alert>
  )
}
