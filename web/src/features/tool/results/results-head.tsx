// Above the table: how the run has ended, what there is to take, and how much room it saves.
import { Alert, Button } from '@mantine/core'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { plural, t } from '@/lib/messages'
import { changeText, sizeText } from '@/lib/sizes'
import { useResults } from '../model/results-store'
import { canRetry, isReady, type ResultRow } from '../model/row'
import { savedOf } from '../model/view'
import { completeText, completeTitle, outcomeOf, wentWrong } from './complete-text'
import classes from './results.module.css'

export function ResultsHead({ sentence }: { sentence: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const rows = useResults((state) => state.rows)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes.head}>
      <h2 ref={heading} tabIndex={-1} className={classes.title}>
        {t`Review & Download`}
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
      {saved > 0 ? <b>{t`${sizeText(saved)} saved${change ? ` (${change})` : ''}`}</b> : null}
    </span>
  )
}

/** How the run has ended. Where something went wrong, another try is offered in the same line. */
export function Complete({ onRetry, onClose }: { onRetry: (ids: string[]) => void; onClose: () => void }) {
  const { summary, rows, recipe } = useResults()
  if (!summary) return null
  const outcome = outcomeOf(rows)
  const again = rows.filter(canRetry).map((row) => row.id)
  const wrong = wentWrong(summary, rows)
  return (
    <Alert
      icon={wrong ? <TriangleAlert size={18} aria-hidden /> : <CircleCheck size={18} aria-hidden />}
      {...(wrong ? { color: 'orange', role: 'alert' } : {})}
      title={completeTitle(summary, outcome)}
      withCloseButton
      closeButtonLabel={t`Close`}
      onClose={onClose}
      classNames={{
        root: classes.complete ?? '',
        wrapper: classes.completeWrapper ?? '',
        body: classes.completeBody ?? '',
        title: classes.completeTitle ?? '',
        message: classes.completeMessage ?? '',
      }}
    >
      <span>{completeText(summary, rows, recipe?.keepNames ?? false)}</span>
      {wrong && again.length > 0 ? (
        <Button size="compact-sm" variant="default" onClick={() => onRetry(again)}>
          {t`Retry ${plural(again.length, { one: '# image', other: '# images' })}`}
        </Button>
      ) : null}
    </Alert>
  )
}
