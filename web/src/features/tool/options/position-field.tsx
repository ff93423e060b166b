// Where a watermark sits: five places on a small map, an exact place, or tiled over the whole image.
import { useId } from 'react'
import type { Position } from '@/api/types'
import { t } from '@/lib/messages'
import { type Gates, positionNote } from './gates'
import classes from './options.module.css'
import { SliderField } from './slider-field'

interface PositionFieldProps {
  position: Position
  x: number
  y: number
  gates: Gates
  onChange: (change: { position?: Position; x?: number; y?: number }) => void
}

/** The map row by row; null is a place that does not exist. */
const MAP: ([Position, string] | null)[] = [
  ['top-left', t`Top left`],
  null,
  ['top-right', t`Top right`],
  null,
  ['center', t`Center`],
  null,
  ['bottom-left', t`Bottom left`],
  null,
  ['bottom-right', t`Bottom right`],
]

export function PositionField({ position, x, y, gates, onChange }: PositionFieldProps) {
  const name = useId()
  const note = positionNote(gates)
  // Without access an exact place becomes the bottom right corner.
  const choose = (next: Position) => onChange({ position: next === 'custom' && note ? 'bottom-right' : next })
  const radio = (value: Position, label: string, className: string | undefined) => (
    <label key={value} className={className} data-on={position === value || undefined}>
      <input
        type="radio"
        name={name}
        value={value}
        aria-label={label}
        checked={position === value}
        onChange={() => choose(value)}
      />
      {className === classes.place ? null : label}
    </label>
  )
  return (
    <fieldset className={classes.position}>
      <legend>{t`Position`}</legend>
      <div className={classes.positionRow}>
        <div className={classes.map}>
          {MAP.map((place, at) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the map is a fixed drawing
            place ? radio(place[0], place[1], classes.place) : <i key={at} aria-hidden />,
          )}
        </div>
        <div className={classes.otherPlaces}>
          {radio('tiled', t`Tiled`, classes.wide)}
          {radio('custom', t`Custom`, classes.wide)}
        </div>
        <p className={classes.positionHint}>{note ?? t`Drag the watermark on an image, or set X and Y.`}</p>
      </div>
      {position === 'custom' && !note ? (
        <div className={classes.two}>
          <SliderField
            label="X"
            value={x}
            min={0}
            max={100}
            step={1}
            unit=" %"
            onChange={(value) => onChange({ x: value })}
          />
          <SliderField
            label="Y"
            value={y}
            min={0}
            max={100}
            step={1}
            unit=" %"
            onChange={(value) => onChange({ y: value })}
          />
        </div>
      ) : null}
    </fieldset>
  )
}
