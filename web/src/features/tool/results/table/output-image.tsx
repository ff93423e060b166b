// The small image of a result, which opens the comparison.
import { t } from '@/lib/messages'
import type { ResultRow } from '../../model/row'
import { useRowImage } from '../../parts/use-row-image'
import classes from './table.module.css'

const SIDE = 240

export function OutputImage({ row, onOpen }: { row: ResultRow; onOpen: (id: string) => void }) {
  const url = useRowImage(row, SIDE)
  const image = url ? <img src={url} alt="" draggable={false} decoding="async" /> : null
  return row.output ? (
    <button
      type="button"
      className={classes.thumb}
      aria-label={t`Compare ${row.originalName} before and after`}
      onClick={() => onOpen(row.id)}
    >
      {image}
    </button>
  ) : (
    <span className={classes.thumb}>{image}</span>
  )
}
