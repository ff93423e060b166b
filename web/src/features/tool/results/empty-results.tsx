// The table when it has no rows: nothing is left of what the filter shows, or every image was removed.
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { isFocusLost } from '@/ui/kept-focus'
import { useView } from '../model/view-store'
import toolClasses from '../parts/tool.module.css'
import classes from './results.module.css'

const WORDS = {
  all: '',
  failed: t`Nothing has failed.`,
  undone: t`Every image was processed.`,
  unsure: t`No name is unsure.`,
  cached: t`No name came from the cache.`,
  edited: t`No name was changed by hand.`,
  alike: t`No two images are alike.`,
}

interface EmptyResultsProps {
  /** Whether there is no image at all. */
  none: boolean
  onUndo: () => void
  onReset: () => void
}

export function EmptyResults({ none, onUndo, onReset }: EmptyResultsProps) {
  const { view, look } = useView()
  const text = useRef<HTMLParagraphElement>(null)
  // The row that had the focus is gone with the others.
  useEffect(() => {
    if (isFocusLost()) text.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Card className={`${classes.empty} ${toolClasses.pane}`}>
      <p ref={text} tabIndex={-1}>
        {none ? t`Every image was removed.` : WORDS[view.filter]}
      </p>
      <div className={classes.emptyActions}>
        {none ? (
          <>
            <Button onClick={onUndo}>{t`Undo removal`}</Button>
            <Button variant="default" onClick={onReset}>
              {t`Start over`}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => look({ ...view, filter: 'all' })}>
            {t`Show all`}
          </Button>
        )}
      </div>
    </Card>
  )
}
