// Beside a name that the model was not sure of.
import { t } from '@/lib/messages'
import unseen from '@/ui/hidden.module.css'
import classes from './words.module.css'

export function UnsureMark({ percent }: { percent: number | null }) {
  const sure = percent === null ? '' : t`: ${percent} % sure`
  return (
    <span className={classes.unsure} title={t`Unsure${sure}. Press A for another suggestion.`}>
      {t`Unsure`}
      <span className={unseen.hidden}>{sure}</span>
    </span>
  )
}
