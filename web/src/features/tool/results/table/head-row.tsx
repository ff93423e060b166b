// The head of the table. The columns that have an order are buttons; the others of the sort menu have no column.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { t } from '@/lib/messages'
import { type Sort, sortedBy } from '../../model/view'
import { useView } from '../../model/view-store'
import classes from './table.module.css'

const COLUMNS: { label: string; sort?: Sort }[] = [
  { label: t`Preview` },
  { label: t`Original Name`, sort: 'original' },
  { label: t`New Name`, sort: 'name' },
  { label: t`Size`, sort: 'size' },
  { label: t`Actions` },
]

export function HeadRow() {
  const { view, look } = useView()
  const Arrow = view.down ? ArrowDown : ArrowUp
  return (
    <thead>
      <tr className={classes.headRow} aria-rowindex={1}>
        {COLUMNS.map(({ label, sort }) => {
          const here = sort !== undefined && view.sort === sort
          return (
            <th key={label} scope="col" aria-sort={here ? (view.down ? 'descending' : 'ascending') : undefined}>
              {sort ? (
                <button type="button" className={classes.sortButton} onClick={() => look(sortedBy(view, sort))}>
                  {label}
                  {here ? <Arrow size={13} aria-hidden /> : null}
                </button>
              ) : (
                label
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
