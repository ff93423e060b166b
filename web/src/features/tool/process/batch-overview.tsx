// The batch beside the options while there is no watermark to preview: what it is that the options will apply to.
import { memo } from 'react'
import { Card } from '@/ui/card'
import { useBatch } from '../batch-store'
import { kilobytes, type Picture, stemOf } from '../picture'
import { PictureTiles } from '../preview/picture-tiles'
import previewClasses from '../preview/preview.module.css'
import toolClasses from '../tool.module.css'
import { PictureImage } from '../upload/picture-image'
import { RemovePicture } from '../upload/remove-picture'

export function BatchOverview() {
  const pictures = useBatch((state) => state.pictures)
  return (
    <Card className={`${previewClasses.preview} ${toolClasses.fill}`}>
      <h3 className={previewClasses.title} data-alone>
        Images
      </h3>
      <PictureTiles pictures={pictures} label="Images">
        {(picture) => <OverviewTile picture={picture} />}
      </PictureTiles>
    </Card>
  )
}

const OverviewTile = memo(function OverviewTile({ picture }: { picture: Picture }) {
  const { width, height } = picture.inspection
  return (
    <figure className={previewClasses.tile}>
      <PictureImage picture={picture} />
      <RemovePicture picture={picture} />
      <figcaption className={previewClasses.facts}>
        <span className={previewClasses.name} title={picture.name}>
          {stemOf(picture.name)}
        </span>
        <span>
          {kilobytes(picture.file.size)} · {width}×{height}
        </span>
      </figcaption>
    </figure>
  )
})
