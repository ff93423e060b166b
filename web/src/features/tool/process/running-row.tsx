// One image while the batch runs: its old name, and the new one as soon as it is known.
import { memo } from 'react'
import { t } from '@/lib/messages'
import { NewName, OldName } from '@/ui/name'
import { keptItsName } from '../model/final-names'
import type { BatchImage } from '../model/image'
import { INTERRUPTED } from '../model/remarks'
import { useResults } from '../model/results-store'
import type { RowState } from '../model/row'
import { useRun } from '../model/run-store'
import { Thumbnail } from '../parts/thumbnail'
import classes from './process.module.css'

const WORDS: Record<RowState, string> = {
  waiting: t`Waiting`,
  working: t`Analysing…`,
  cancelled: t`Cancelled`,
  failed: t`Failed`,
  done: t`Done`,
}

/** Large images say how far they are. */
function stateWords(state: RowState, share: number | undefined): string {
  if (state === 'working' && share !== undefined) return t`Processing… ${Math.floor(100 * share)}%`
  return WORDS[state]
}

export const RunningRow = memo(function RunningRow({ image }: { image: BatchImage }) {
  const row = useResults((state) => state.rows.find(({ id }) => id === image.id))
  const state = row?.state ?? 'waiting'
  const share = useRun(({ shares }) => shares[image.id])
  const named = row && state === 'done'
  const name = named ? `${row.suggestedName}.${row.extension}` : ''
  const renamed = named && !keptItsName({ originalName: image.name }, { name })
  return (
    <div className={classes.row} data-state={state}>
      <span className={classes.thumb}>
        <Thumbnail image={image} />
      </span>
      <span className={classes.names}>
        {renamed ? <OldName>{image.name}</OldName> : <span className={classes.name}>{image.name}</span>}
        {renamed ? (
          <NewName drawn>{name}</NewName>
        ) : (
          <span className={classes.state}>{row?.error === INTERRUPTED ? t`Not done` : stateWords(state, share)}</span>
        )}
        {row?.error && state !== 'cancelled' ? <span className={classes.error}>{row.error}</span> : null}
      </span>
    </div>
  )
})
