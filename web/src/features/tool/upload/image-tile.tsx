// One uploaded image with its remove button.
import { memo } from 'react'
import type { BatchImage } from '../model/image'
import { Thumbnail } from '../parts/thumbnail'
import { RemoveImage } from './remove-image'
import classes from './upload.module.css'

export const ImageTile = memo(function ImageTile({ image }: { image: BatchImage }) {
  const { name, folder } = image
  return (
    <figure className={classes.tile}>
      <Thumbnail image={image} />
      <figcaption className={classes.tileName} title={folder ? `${folder}/${name}` : name}>
        {name}
      </figcaption>
      <RemoveImage image={image} />
    </figure>
  )
})
