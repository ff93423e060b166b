// One uploaded picture with its remove button.
import { X } from 'lucide-react'
import { memo } from 'react'
import type { Picture } from '../picture'
import { PictureImage } from './picture-image'
import classes from './upload.module.css'
import { remove } from './use-upload'

export const PictureTile = memo(function PictureTile({ picture }: { picture: Picture }) {
  const { name, folder, id } = picture
  return (
    <figure className={classes.tile}>
      <PictureImage picture={picture} />
      <figcaption className={classes.tileName} title={folder ? `${folder}/${name}` : name}>
        {name}
      </figcaption>
      <button type="button" className={classes.remove} aria-label={`Remove ${name}`} onClick={() => remove(id)}>
        <X size={15} aria-hidden />
      </button>
    </figure>
  )
})
