// The batch beside the options while there is no watermark to preview: what it is that the options will apply to.
import { memo } from 'react'
import { Card } from '@/ui/card'
import { useBatch } from '../model/batch-store'
import { kilobytes, type Picture, stemOf } from '../model/image'
import { PictureTiles } from '../parts/image-tiles'
import { PictureImage } from '../parts/thumbnail'
import toolClasses from '../parts/tool.module.css'
import previewClasses from '../preview/preview.module.css'
import { RemovePicture } from '../upload/remove-image'

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
