// Alt text and keywords of one image. What is typed is kept when the field is left; Escape leaves it as it was.
import { type KeyboardEvent, useId } from 'react'
import { t } from '@/lib/messages'
import { writeWords } from '../../model/edits'
import type { ResultRow } from '../../model/row'
import { keywordsOf } from '../../model/seen'
import classes from './focus.module.css'

export function WordsFields({ row, onDone }: { row: ResultRow; onDone: () => void }) {
  const { altText, keywords } = row.seen
  return (
    <>
      <Field
        label={t`Alt text`}
        rows={3}
        value={altText}
        onSave={(text) => writeWords(row, { altText: text.replace(/\s+/g, ' ').trim() })}
        onDone={onDone}
      />
      <Field
        label={t`Keywords`}
        rows={2}
        value={keywords.join(', ')}
        onSave={(text) => writeWords(row, { keywords: keywordsOf(text) })}
        onDone={onDone}
      />
    </>
  )
}

interface FieldProps {
  label: string
  rows: number
  value: string
  onSave: (text: string) => void
  onDone: () => void
}

/** Uncontrolled, so that typing redraws nothing else; a new value from outside starts it again. */
function Field({ label, rows, value, onSave, onDone }: FieldProps) {
  const id = useId()
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation()
    if (event.key === 'Escape') event.currentTarget.value = value
    if (event.key !== 'Escape' && event.key !== 'Enter') return
    event.preventDefault()
    onDone()
  }
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        key={value}
        id={id}
        rows={rows}
        defaultValue={value}
        onKeyDown={keys}
        onBlur={(event) => event.currentTarget.value !== value && onSave(event.currentTarget.value)}
      />
    </div>
  )
}
