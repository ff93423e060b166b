// What a row or a card is dragged by. For the keyboard there is Alt with an arrow, from every control of the row.
import { GripVertical } from 'lucide-react'
import { t } from '@/lib/messages'
import classes from './grip.module.css'

export function Grip() {
  return (
    <span className={classes.grip} data-grip aria-hidden title={t`Drag to move. With the keyboard: Alt and ↑ or ↓`}>
      <GripVertical size={16} />
    </span>
  )
}
