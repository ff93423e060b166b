// What helps to look through many names: only the unsure ones, and the words for people who do not see the pictures.
import { Switch } from '@mantine/core'
import classes from './words.module.css'

export interface Review {
  onlyUnsure: boolean
  showWords: boolean
}

interface ReviewToolsProps {
  review: Review
  unsure: number
  onChange: (review: Review) => void
}

export function ReviewTools({ review, unsure, onChange }: ReviewToolsProps) {
  return (
    <div className={classes.review}>
      <Switch
        label={`Only unsure names (${unsure})`}
        checked={review.onlyUnsure}
        disabled={unsure === 0 && !review.onlyUnsure}
        onChange={(event) => onChange({ ...review, onlyUnsure: event.currentTarget.checked })}
      />
      <Switch
        label="Alt text and keywords"
        checked={review.showWords}
        onChange={(event) => onChange({ ...review, showWords: event.currentTarget.checked })}
      />
    </div>
  )
}

/** Beside a name that the model was not sure of. */
export function UnsureMark() {
  return (
    <span className={classes.unsure} title="The model was not sure. Press A for another suggestion.">
      Unsure
    </span>
  )
}
