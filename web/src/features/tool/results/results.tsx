// Step 3: the table of old and new names, and everything one can do with the results.
import { Alert, Button, Progress } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Rules } from '@/engine/rules'
import { useSession } from '@/features/account/session'
import { Later } from '@/ui/later'
import { completeText, readySentence } from './complete-text'
import { finalNames } from './final-names'
import { FindReplaceDialog } from './find-replace-dialog'
import { Lightbox } from './lightbox'
import classes from './results.module.css'
import { useResults } from './results-store'
import { ResultsTable } from './results-table'
import { type Review, ReviewTools } from './review-tools'
import { canRetry, isReady } from './row'
import { isUnsure, wasUnsure } from './seen'
import { useDownloads } from './use-downloads'
import { ZipOptions } from './zip-options'

export interface ResultsProps {
  rules: Rules
  /** Set while pictures are taken up again. */
  progress: { percent: number; sentence: string } | null
  /** A line about keeping the results, if there is something to say. */
  saving?: ReactNode
  onBack: () => void
  onReset: () => void
  onRetry: (ids: string[]) => void
  onRemove: (id: string) => void
}

export function Results({ rules, progress, saving, onBack, onReset, onRetry, onRemove }: ResultsProps) {
  const rows = useResults((state) => state.rows)
  const names = useMemo(() => finalNames(rows, rules), [rows, rules])
  const [replacing, setReplacing] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const [review, setReview] = useState<Review>({ onlyUnsure: false, showWords: false })
  const { choices, setChoices, zipping, downloadZip, downloadOne } = useDownloads(rules, names)
  const tier = useSession((session) => session.tier)
  const mayWriteWords = rules.plans.find((plan) => plan.tier === tier)?.features.customMetadataEditing ?? false
  const unsure = rows.filter(isUnsure).length
  const ready = rows.filter(isReady).length
  const sentence = progress?.sentence ?? readySentence(rows)
  const again = rows.filter(canRetry).map((row) => row.id)
  const open = useCallback((id: string) => setShown(id), [])

  return (
    <>
      <div className={classes.bar}>
        <Heading sentence={sentence} />
        <div className={classes.actions}>
          <Button size="md" variant="default" onClick={onBack} disabled={progress !== null}>
            Back to Processing
          </Button>
          <Button size="md" variant="default" onClick={() => setReplacing(true)}>
            Find and replace
          </Button>
          <Button size="md" onClick={downloadZip} loading={zipping} disabled={ready === 0}>
            Download All as ZIP
          </Button>
        </div>
      </div>
      {progress ? <Progress value={progress.percent} size={4} aria-label="Processing" /> : <Complete />}
      {saving}
      <div className={classes.tools}>
        <ZipOptions
          choices={choices}
          onChange={setChoices}
          hasFolders={rows.some((row) => row.folder)}
          mayWriteWords={mayWriteWords}
        />
        <div className={classes.actions}>
          {again.length > 1 ? (
            <Button size="sm" variant="default" onClick={() => onRetry(again)} disabled={progress !== null}>
              Retry {again.length} images
            </Button>
          ) : null}
          <Button size="sm" variant="subtle" onClick={onReset}>
            Start over
          </Button>
        </div>
      </div>
      <ReviewTools review={review} unsure={unsure} onChange={setReview} />
      <Later>
        <ResultsTable
          rows={review.onlyUnsure ? rows.filter(wasUnsure) : rows}
          names={names}
          rules={rules}
          showWords={review.showWords}
          onOpen={open}
          onDownload={downloadOne}
          onRetry={onRetry}
          onRemove={onRemove}
          busy={progress !== null}
        />
      </Later>
      <FindReplaceDialog opened={replacing} onClose={() => setReplacing(false)} rules={rules} />
      <Lightbox rows={rows} names={names} shown={shown} onShow={setShown} onClose={() => setShown(null)} />
    </>
  )
}

function Heading({ sentence }: { sentence: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className={classes.title}>
        Review &amp; Download
      </h2>
      <p className={classes.sentence} role="status">
        {sentence}
      </p>
    </div>
  )
}

function Complete() {
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
      className={classes.complete}
    >
      {completeText(summary, rows, recipe?.keepNames ?? false)}
    </Alert>
  )
}
