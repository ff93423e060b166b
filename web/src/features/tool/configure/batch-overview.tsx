// The batch beside the options while there is no watermark to preview: what it is that the options will apply to.
import { memo } from 'react'
import { t } from '@/lib/messages'
import { sizeText } from '@/lib/sizes'
import { Card } from '@/ui/card'
import { useBatch } from '../model/batch-store'
import { type BatchImage, stemOf } from '../model/image'
import { ImageTiles } from '../parts/image-tiles'
import { Thumbnail } from '../parts/thumbnail'
import toolClasses from '../parts/tool.module.css'
import previewClasses from '../preview/preview.module.css'
import { RemoveImage } from '../upload/remove-image'

export function BatchOverview() {
  const images = useBatch((state) => state.images)
  return (
    <Card className={`${previewClasses.preview} ${toolClasses.fill}`}>
      <h3 className={previewClasses.title} data-alone>
        {t`Images`}
      </h3>
      <ImageTiles images={images} label={t`Images`}>
        {(image) => <OverviewTile image={image} />}
      </ImageTiles>
    </Card>
  )
}

const OverviewTile = memo(function OverviewTile({ image }: { image: BatchImage }) {
  const { width, height } = image.inspection
  return (
    <figure className={previewClasses.tile}>
      <Thumbnail image={image} />
      <RemoveImage image={image} />
      <figcaption className={previewClasses.facts}>
        <span className={previewClasses.name} title={image.name}>
          {stemOf(image.name)}
        </span>
        <span>
          {sizeText(image.file.size)} · {width}×{height}
        </span>
      </figcaption>
    </figure>
  )
})
