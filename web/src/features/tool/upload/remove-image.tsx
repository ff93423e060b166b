// The small button that takes an image out of the batch, wherever its tile is shown.
import { X } from 'lucide-react'
import { t } from '@/lib/messages'
import type { BatchImage } from '../model/image'
import { takeOut } from './take-out'
import classes from './upload.module.css'

export function RemoveImage({ image }: { image: BatchImage }) {
  return (
    <button
      type="button"
      className={classes.remove}
      aria-label={t`Remove ${image.name}`}
      onClick={() => takeOut(image)}
    >
      <X size={15} aria-hidden />
    </button>
  )
}
