// The small button that takes a picture out of the batch, wherever its tile is shown.
import { X } from 'lucide-react'
import type { Picture } from '../model/image'
import { takeOut } from './take-out'
import classes from './upload.module.css'

export function RemovePicture({ picture }: { picture: Picture }) {
  return (
    <button
      type="button"
      className={classes.remove}
      aria-label={`Remove ${picture.name}`}
      onClick={() => takeOut(picture)}
    >
      <X size={15} aria-hidden />
    </button>
  )
}
