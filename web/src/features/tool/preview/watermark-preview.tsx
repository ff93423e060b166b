// The preview grid beside the options: what the output will look like, and which images get the mark.
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { useBatch } from '../model/batch-store'
import { countMarks, useMarks } from '../model/marks-store'
import { useOptionChanges } from '../model/options-store'
import { usePerson } from '../model/tier'
import { ImageTiles } from '../parts/image-tiles'
import toolClasses from '../parts/tool.module.css'
import classes from './preview.module.css'
import { PreviewTile } from './preview-tile'
import { useWatermark } from './use-watermark'

export function WatermarkPreview() {
  const images = useBatch((state) => state.images)
  const watermark = useWatermark()
  const place = usePlacing()
  const [said, setSaid] = useState<{ watermark: ProcessingOptions; sentence: string | null } | null>(null)
  // The same of all tiles: none of them is drawn again for it.
  const onSaid = useCallback(
    (watermark: ProcessingOptions, sentence: string | null) =>
      setSaid((old) => (old?.watermark === watermark && old.sentence === sentence ? old : { watermark, sentence })),
    [],
  )
  const sentence = said && said.watermark === watermark ? said.sentence : null

  if (images.length === 0) {
    return <Card className={classes.empty}>{t`Upload images to see watermark preview`}</Card>
  }
  return (
    <Card className={`${classes.preview} ${toolClasses.fill}`}>
      <PreviewHead ids={images.map((image) => image.id)} />
      {sentence ? (
        <p className={classes.said} role="status">
          {sentence}
        </p>
      ) : null}
      <ImageTiles images={images} label={t`Watermark preview`}>
        {(image) => <PreviewTile image={image} watermark={watermark} onSaid={onSaid} onPlace={place} />}
      </ImageTiles>
    </Card>
  )
}

/** Dragging places the mark whose fields are on screen, and turns its position to custom. */
function usePlacing() {
  const { plan } = usePerson()
  const kind = useOptionChanges((state) => state.watermarkKind)
  const change = useOptionChanges((state) => state.change)
  const place = useCallback(
    ({ x, y }: { x: number; y: number }) =>
      change(
        kind === 'text'
          ? { textWatermarkPosition: 'custom', textWatermarkX: x, textWatermarkY: y }
          : { imageWatermarkPosition: 'custom', imageWatermarkX: x, imageWatermarkY: y },
      ),
    [change, kind],
  )
  return plan.features.customWatermarkPositioning ? place : undefined
}

function PreviewHead({ ids }: { ids: string[] }) {
  const marks = useMarks()
  const { total, selected, marked } = countMarks(marks, ids)
  return (
    <div className={classes.head}>
      <div className={classes.headRow}>
        <h3 className={classes.title}>{t`Preview`}</h3>
        {total > 1 ? (
          <Button size="sm" variant="subtle" aria-pressed={marks.selecting} onClick={marks.toggleSelecting}>
            {t`Select Images (${selected}/${total})`}
          </Button>
        ) : null}
        {total > 1 && marks.selecting ? (
          <div className={classes.choices}>
            <Button size="xs" variant="default" onClick={marks.selectAll}>
              {t`Select All`}
            </Button>
            <Button size="xs" variant="default" onClick={() => marks.clearSelection(ids)}>
              {t`Clear Selection`}
            </Button>
            <Button size="xs" variant="default" onClick={marks.markAll}>
              {t`Watermark All`}
            </Button>
            <Button size="xs" variant="default" onClick={() => marks.markNone(ids)}>
              {t`Watermark None`}
            </Button>
          </div>
        ) : null}
      </div>
      <p className={classes.counters} role="status">
        <span>{t`Selected: ${selected}/${total} images`}</span>
        <span>{t`Watermarked: ${marked}/${selected} images`}</span>
      </p>
    </div>
  )
}
