// One card: the image, its tick and its grip on it, and the names under it.
import { memo } from 'react'
import type { Rules } from '@/engine/rules'
import { t } from '@/lib/messages'
import type { FinalName } from '../../model/final-names'
import type { ResultRow } from '../../model/row'
import { isUnsure, percentSure } from '../../model/seen'
import { useRowImage } from '../../parts/use-row-image'
import { DuplicateMark } from '../duplicates/duplicate-mark'
import { Grip } from '../edits/grip'
import type { How } from '../edits/selection'
import { NameCell } from '../table/name-cell'
import { UnsureMark } from '../table/unsure-mark'
import classes from './cards.module.css'

interface CardProps {
  row: ResultRow
  at: number
  /** Longest side of the image, in pixels. */
  side: number
  final: FinalName | undefined
  rules: Rules
  chosen: boolean
  movable: boolean
  onChoose: (id: string, how: How) => void
  onFocus: (id: string) => void
}

export const Card = memo(function Card(props: CardProps) {
  const { row, at, side, final, rules, chosen, movable, onChoose, onFocus } = props
  const url = useRowImage(row, side)
  return (
    <article className={classes.card} data-chosen={chosen || undefined}>
      <div className={classes.top}>
        <button
          type="button"
          className={classes.image}
          aria-label={t`Show only ${row.originalName}`}
          onClick={() => onFocus(row.id)}
        >
          {url ? <img src={url} alt="" draggable={false} decoding="async" /> : null}
        </button>
        <label className={classes.tick}>
          <input
            type="checkbox"
            checked={chosen}
            data-tick-at={at}
            aria-label={t`Select ${row.originalName}`}
            onChange={({ nativeEvent }) =>
              onChoose(row.id, (nativeEvent as globalThis.MouseEvent).shiftKey ? 'extend' : 'toggle')
            }
          />
        </label>
        {movable ? (
          <span className={classes.grip}>
            <Grip />
          </span>
        ) : null}
      </div>
      <div className={classes.text}>
        <div className={classes.name}>
          <NameCell row={row} at={at} final={final} rules={rules} />
          {isUnsure(row) ? <UnsureMark percent={percentSure(row)} /> : null}
        </div>
        <p className={classes.old} title={row.originalName}>
          {row.originalName}
        </p>
        <DuplicateMark id={row.id} />
        {row.error ? <p className={classes.note}>{row.error}</p> : null}
      </div>
    </article>
  )
})
