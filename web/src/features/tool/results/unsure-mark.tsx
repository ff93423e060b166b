// Beside a name that the model was not sure of.
import classes from './words.module.css'

export function UnsureMark() {
  return (
    <span className={classes.unsure} title="The model was not sure. Press A for another suggestion.">
      Unsure
    </span>
  )
}
