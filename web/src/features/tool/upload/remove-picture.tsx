// The small button that takes a picture out of the batch, wherever its tile is shown.
import { X } from 'lucide-react'
import type { Picture } from '../picture'
import classes from './upload.module.css'
import { remove } from './use-upload'

export function RemovePicture({ picture: { id, name } }: { picture: Picture }) {
  return (
    <button type="button" className={classes.remove} aria-label={`Remove ${name}`} onClick={() => remove(id)}>
      <X size={15} aria-hidden />
    </button>
  )
}
