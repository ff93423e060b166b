// One image of the preview grid: the drawn tile, its facts, the selection tick and the 'W' toggle.
import { Check } from 'lucide-react'
import { memo, type PointerEvent } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { t } from '@/lib/messages'
import { type BatchImage, kilobytes, stemOf } from '../model/image'
import { isMarked, isSelected, useMarks } from '../model/marks-store'
import { useThumbnails } from '../model/thumbnails-store'
import { RemoveImage } from '../upload/remove-image'
import { positionAt } from './drag-position'
import classes from './preview.module.css'
import { type OnSaid, useTilePreview } from './use-tile-preview'

interface PreviewTileProps {
  image: BatchImage
  /** The options to draw with; null draws nothing. */
  watermark: ProcessingOptions | null
  onSaid: OnSaid
  /** Called with percentages while the mark is dragged; left out when that is not allowed. */
  onPlace?: ((place: { x: number; y: number }) => void) | undefined
}

/** Says so when the engine could not draw the image; silent while it is still at it. */
function NoPreview({ id }: { id: string }) {
  const failed = useThumbnails((state) => state.shelf[id]?.state === 'failed')
  return failed ? <span className={classes.none}>{t`No preview`}</span> : null
}

export const PreviewTile = memo(function PreviewTile({ image, watermark, onSaid, onPlace }: PreviewTileProps) {
  const { id, name, file, inspection } = image
  const selecting = useMarks((state) => state.selecting)
  const selected = useMarks((state) => isSelected(state, id))
  const marked = useMarks((state) => isMarked(state, id))
  const { toggleSelected, toggleMarked } = useMarks.getState()
  const source = useTilePreview(image, marked ? watermark : null, onSaid)
  const turned = inspection.orientation >= 5
  const size = turned
    ? { width: inspection.height, height: inspection.width }
    : { width: inspection.width, height: inspection.height }

  const place = (event: PointerEvent<HTMLDivElement>) => {
    if (!onPlace || !marked || event.buttons !== 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    onPlace(positionAt({ x: event.clientX, y: event.clientY }, event.currentTarget.getBoundingClientRect(), size))
  }

  return (
    <figure className={classes.tile} data-selected={(selecting && selected) || undefined}>
      <div
        className={classes.canvas}
        data-placeable={(onPlace && marked) || undefined}
        onPointerDown={place}
        onPointerMove={place}
      >
        {source ? <img src={source} alt={t`Preview of ${name}`} draggable={false} /> : <NoPreview id={id} />}
      </div>
      <figcaption className={classes.facts}>
        <span className={classes.name} title={name}>
          {stemOf(name)}
        </span>
        <span>
          {kilobytes(file.size)} · {size.width}×{size.height}
        </span>
      </figcaption>
      {selected ? (
        <button
          type="button"
          className={classes.w}
          aria-pressed={marked}
          aria-label={t`Watermark on ${name}`}
          onClick={() => toggleMarked(id)}
        >
          W
        </button>
      ) : null}
      {selecting ? (
        <button
          type="button"
          className={classes.tick}
          aria-pressed={selected}
          aria-label={t`Select ${name}`}
          onClick={() => toggleSelected(id)}
        >
          <Check size={15} aria-hidden />
        </button>
      ) : (
        <RemoveImage image={image} />
      )}
    </figure>
  )
})
