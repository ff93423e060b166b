// Under the image in full view: its name, the other suggestions as buttons, and the words that the model found.
import type { Rules } from '@/engine/rules'
import { t } from '@/lib/messages'
import { takeSuggestion } from '../../model/edits'
import type { FinalName } from '../../model/final-names'
import type { ResultRow } from '../../model/row'
import { isUnsure, otherNames, percentSure } from '../../model/seen'
import { NameCell } from '../table/name-cell'
import { UnsureMark } from '../table/unsure-mark'
import classes from './lightbox.module.css'

interface FocusPanelProps {
  row: ResultRow
  final: FinalName | undefined
  rules: Rules
}

/** It stands outside the table: arrow keys do not stop at its name. */
const NOT_IN_TABLE = -1

export function FocusPanel({ row, final, rules }: FocusPanelProps) {
  const others = otherNames(row)
  const { altText, keywords } = row.seen
  return (
    <section className={classes.panel} aria-label={t`Name, alt text and keywords`}>
      <div className={classes.nameLine}>
        <NameCell row={row} at={NOT_IN_TABLE} final={final} rules={rules} />
        {isUnsure(row) ? <UnsureMark percent={percentSure(row)} /> : null}
        {others.map((name) => (
          <button key={name} type="button" className={classes.other} onClick={() => takeSuggestion(row, name)}>
            {name}
          </button>
        ))}
      </div>
      {altText ? <p>{altText}</p> : null}
      {keywords.length > 0 ? <p className={classes.keywords}>{keywords.join(', ')}</p> : null}
    </section>
  )
}
