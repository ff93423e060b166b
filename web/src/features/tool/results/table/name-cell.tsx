// The new name: a button that turns into a field. What will become of the text is shown while it is typed.
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Rules } from '@/engine/rules'
import { t } from '@/lib/messages'
import { NewName } from '@/ui/name'
import { renameRow } from '../../model/edits'
import { type FinalName, keptItsName } from '../../model/final-names'
import { useResults } from '../../model/results-store'
import type { ResultRow } from '../../model/row'
import { otherNames } from '../../model/seen'
import { cleanEdit } from '../edits/clean-edit'
import classes from './table.module.css'

interface NameCellProps {
  row: ResultRow
  at: number
  final: FinalName | undefined
  rules: Rules
}

const WORDS = {
  waiting: t`Waiting`,
  working: t`Analysing…`,
  cancelled: t`No name yet`,
  done: '',
  failed: t`Not processed`,
}

export function NameCell({ row, at, final, rules }: NameCellProps) {
  const [editing, setEditing] = useState(false)
  const [remark, setRemark] = useState(NO_REMARK)
  const button = useRef<HTMLButtonElement>(null)
  const close = (said = NO_REMARK) => {
    flushSync(() => {
      setEditing(false)
      setRemark(said)
    })
    button.current?.focus()
  }
  // What was said belongs to one name: once that is undone or another is taken, it is over.
  const { suggestedName } = row
  useEffect(() => setRemark((said) => (said.about === suggestedName ? said : NO_REMARK)), [suggestedName])
  // Arrow keys stop at a row without a name too: it can be retried or removed from there.
  if (!final) {
    return (
      <span tabIndex={-1} data-name-at={at} className={classes.noName}>
        {WORDS[row.state]}
      </span>
    )
  }
  if (editing) return <NameField row={row} rules={rules} onClose={close} />
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.nameButton}
        data-name-at={at}
        aria-label={t`New name ${final.name}. Change it`}
        aria-keyshortcuts={row.alternatives.length > 0 ? 'A' : undefined}
        onClick={() => setEditing(true)}
      >
        {/* What failed has no new name to be marked, and neither has what kept its own. */}
        {row.state === 'failed' || keptItsName(row, final) ? (
          <span className={classes.plainName}>{final.name}</span>
        ) : (
          <NewName>{final.name}</NewName>
        )}
      </button>
      {remark.text && remark.about === suggestedName ? (
        <p role="status" className={classes.note}>
          {remark.text}
        </p>
      ) : null}
    </>
  )
}

interface Remark {
  text: string
  /** The name it stands under. */
  about: string
}

const NO_REMARK: Remark = { text: '', about: '' }

/** What became of the typed text, when it is not what was typed. */
function remarkOn(typed: string, cleaned: string, before: string): Remark {
  if (typed === before || cleaned === typed) return NO_REMARK
  if (cleaned === '') return { text: t`“${typed}” has no letter or digit. The name was not changed.`, about: before }
  return { text: t`You typed “${typed}”. The name was adjusted to your naming options.`, about: cleaned }
}

function NameField({ row, rules, onClose }: { row: ResultRow; rules: Rules; onClose: (remark?: Remark) => void }) {
  const recipe = useResults((state) => state.recipe) ?? rules.defaults
  const [text, setText] = useState(row.suggestedName)
  useEffect(() => {
    useResults.setState({ typing: text !== row.suggestedName })
    return () => useResults.setState({ typing: false })
  }, [text, row.suggestedName])
  const cleaned = cleanEdit(text, recipe, rules)
  const taken = useResults((state) => isTaken(state.rows, row, cleaned))

  const save = (event?: FormEvent) => {
    event?.preventDefault()
    if (cleaned) renameRow(row, cleaned)
    onClose(remarkOn(text, cleaned, row.suggestedName))
  }
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
  }
  return (
    <form className={classes.editor} onSubmit={save}>
      <span className={classes.field}>
        <input
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit this name
          autoFocus
          aria-label={t`New name for ${row.originalName}`}
          value={text}
          size={Math.max(12, text.length)}
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={keys}
          onBlur={(event) => !event.currentTarget.form?.contains(event.relatedTarget) && save()}
        />
        <span aria-hidden>.{row.extension}</span>
      </span>
      <span className={classes.becomes} role="status">
        {cleaned === ''
          ? t`A name needs at least one letter or digit.`
          : cleaned !== text
            ? t`Becomes ${cleaned}.${row.extension}`
            : ''}
        {taken ? t` Another image has this name: a number will be added.` : ''}
      </span>
      {otherNames(row).length > 0 ? (
        <span className={classes.alternatives}>
          {otherNames(row).map((words) => (
            <button key={words} type="button" onClick={() => setText(words)}>
              {words}
            </button>
          ))}
        </span>
      ) : null}
    </form>
  )
}

function isTaken(rows: readonly ResultRow[], row: ResultRow, name: string): boolean {
  const wanted = `${name}.${row.extension}`.toLowerCase()
  return rows.some(
    (other) => other.id !== row.id && `${other.suggestedName}.${other.extension}`.toLowerCase() === wanted,
  )
}
