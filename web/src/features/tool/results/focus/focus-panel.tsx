// Beside the large image: its names, the other suggestions with their digits, and the words that the model found.
import type { Rules } from '@/engine/rules'
import { t } from '@/lib/messages'
import { changeText, sizeText } from '@/lib/sizes'
import { type FinalName, keptItsName } from '../../model/final-names'
import type { ResultRow } from '../../model/row'
import { isUnsure, percentSure } from '../../model/seen'
import { DuplicateMark } from '../duplicates/duplicate-mark'
import { NameCell } from '../table/name-cell'
import { UnsureMark } from '../table/unsure-mark'
import classes from './focus.module.css'
import { WordsFields } from './words-fields'

interface FocusPanelProps {
  row: ResultRow
  final: FinalName | undefined
  rules: Rules
  suggestions: string[]
  onTake: (name: string) => void
  /** A field is left with the keyboard: the keys of the view work again. */
  onDone: () => void
}

/** It stands outside the table: arrow keys do not stop at its name. */
const NOT_IN_TABLE = -1

export function FocusPanel({ row, final, rules, suggestions, onTake, onDone }: FocusPanelProps) {
  const path = row.folder ? `${row.folder}/${row.originalName}` : row.originalName
  return (
    <div className={classes.panel}>
      <p className={classes.old}>{final && keptItsName(row, final) ? t`Name kept` : t`Was ${path}`}</p>
      <div className={classes.name}>
        <NameCell row={row} at={NOT_IN_TABLE} final={final} rules={rules} />
        {isUnsure(row) ? <UnsureMark percent={percentSure(row)} /> : null}
      </div>
      {suggestions.length > 0 ? (
        <ol className={classes.suggestions} aria-label={t`Other names`}>
          {suggestions.map((name, at) => (
            <li key={name}>
              <button
                type="button"
                aria-pressed={name === row.suggestedName}
                aria-keyshortcuts={String(at + 1)}
                onClick={() => onTake(name)}
              >
                <kbd aria-hidden>{at + 1}</kbd> {name}
              </button>
            </li>
          ))}
        </ol>
      ) : null}
      <WordsFields row={row} onDone={onDone} />
      <DuplicateMark id={row.id} />
      <Remarks row={row} collides={final?.collides ?? false} />
      <p className={classes.sizes}>{sizesOf(row)}</p>
    </div>
  )
}

function Remarks({ row, collides }: { row: ResultRow; collides: boolean }) {
  const all = [
    ...(collides ? [t`Another image has this name, so a number was added.`] : []),
    ...(row.error ? [row.error] : []),
    ...row.notes,
  ]
  return all.map((remark) => (
    <p key={remark} className={classes.note}>
      {remark}
    </p>
  ))
}

function sizesOf({ originalFile, output }: ResultRow): string {
  const before = sizeText(originalFile.size)
  if (!output || output.size === originalFile.size) return before
  return `${before} → ${sizeText(output.size)} ${changeText(originalFile.size, output.size)}`
}
