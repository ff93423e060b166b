// One uploaded picture with its remove button.
import { memo } from 'react'
import type { Picture } from '../model/image'
import { PictureImage } from '../parts/thumbnail'
import { RemovePicture } from './remove-image'
import classes from './upload.module.css'

export const PictureTile = memo(function PictureTile({ picture }: { picture: Picture }) {
  const { name, folder } = picture
  return (
    <figure className={classes.tile}>
      <PictureImage picture={picture} />
      <figcaption className={classes.tileName} title={folder ? `${folder}/${name}` : name}>
        {name}
      </figcaption>
      <RemovePicture picture={picture} />
    </figure>
  )
})
