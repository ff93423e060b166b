// Alt text and keywords of one image, under its name: two plain fields that keep what is typed.
import { t } from '@/lib/messages'
import { writeWords } from '../../model/edits'
import type { ResultRow } from '../../model/row'
import { keywordsOf } from '../../model/seen'
import classes from './words.module.css'

export function WordsCell({ row }: { row: ResultRow }) {
  const { altText, keywords } = row.seen
  return (
    <div className={classes.words}>
      <Field
        label={t`Alt text`}
        of={row.originalName}
        value={altText}
        onSave={(text) => writeWords(row, { altText: text.trim() })}
      />
      <Field
        label={t`Keywords`}
        of={row.originalName}
        value={keywords.join(', ')}
        onSave={(text) => writeWords(row, { keywords: keywordsOf(text) })}
      />
    </div>
  )
}

interface FieldProps {
  label: string
  of: string
  value: string
  onSave: (text: string) => void
}

/** Uncontrolled, so that typing redraws nothing else; a new value from outside starts it again. */
function Field({ label, of, value, onSave }: FieldProps) {
  return (
    <label className={classes.field}>
      <span>{label}</span>
      <input
        key={value}
        aria-label={t`${label} for ${of}`}
        defaultValue={value}
        autoComplete="off"
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
        onBlur={(event) => event.currentTarget.value !== value && onSave(event.currentTarget.value)}
      />
    </label>
  )
}
