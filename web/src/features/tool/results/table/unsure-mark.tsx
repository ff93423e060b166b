// Beside a name that the model was not sure of.
import unseen from '@/ui/hidden.module.css'
import classes from './words.module.css'

export function UnsureMark({ percent }: { percent: number | null }) {
  const sure = percent === null ? '' : `: ${percent} % sure`
  return (
    <span className={classes.unsure} title={`Unsure${sure}. Press A for another suggestion.`}>
      Unsure<span className={unseen.hidden}>{sure}</span>
    </span>
  )
}
