// Before and after in one place, with a line between them that is dragged or moved with the arrow keys. The wheel, a double
// click, the buttons and + - 0 1 look closer; what is magnified is dragged beside the line, or moved with Shift and the arrows.
// In a dialog, the keys work in all of it from the moment it opens.
import { ActionIcon, Button } from '@mantine/core'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '@/lib/messages'
import { isFocusLost } from '@/ui/kept-focus'
import classes from './before-after.module.css'
import { useDialogKeys } from './use-dialog-keys'
import { useObjectUrl } from './use-object-url'
import { STEP, useHand, useZoom } from './use-zoom'
import { MOST } from './zoom'

const SLIDES: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 }

interface BeforeAfterProps {
  before: Blob
  after: Blob
  /** In a page instead of a dialog: the wheel scrolls the page unless Ctrl is held, and the keys are only those of its controls. */
  inline?: boolean
}

export function BeforeAfter({ before, after, inline = false }: BeforeAfterProps) {
  const [share, setShare] = useState(50)
  const closer = useZoom(inline)
  const { stage, zoom } = closer
  const hand = useHand(stage, share, setShare, zoom, closer.setZoom)
  const slider = useRef<HTMLInputElement>(null)
  useDialogKeys(stage, (event) => {
    const by = event.target === slider.current || event.shiftKey || event.altKey ? undefined : SLIDES[event.key]
    if (by === undefined) return closer.keys(event)
    event.preventDefault()
    setShare((now) => Math.min(100, Math.max(0, now + by)))
  })
  // The next image brings another slider, and buttons are off at the end of what they do.
  useEffect(() => {
    if (!inline && isFocusLost()) slider.current?.focus({ preventScroll: true })
  })
  const beforeUrl = useObjectUrl(before)
  const afterUrl = useObjectUrl(after)
  const style = { '--share': `${share}%`, '--zoom': zoom.scale, '--x': `${zoom.x}px`, '--y': `${zoom.y}px` }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as one */}
      <div
        ref={stage}
        role="group"
        aria-label={t`Comparison`}
        className={classes.stage}
        data-inline={inline || undefined}
        data-zoomed={zoom.scale > 1 || undefined}
        style={style as React.CSSProperties}
        onDoubleClick={zoom.scale > 1 ? closer.onFit : closer.onPixels}
        {...hand}
      >
        <div className={classes.layer}>
          <img src={afterUrl} alt={t`After`} draggable={false} />
        </div>
        <div className={classes.layer} data-before>
          <img
            src={beforeUrl}
            alt={t`Before`}
            draggable={false}
            onLoad={(event) => closer.measure(event.currentTarget)}
          />
        </div>
        <span className={classes.line} aria-hidden />
        <span className={classes.tag} data-side="before" aria-hidden>
          {t`Before`}
        </span>
        <span className={classes.tag} data-side="after" aria-hidden>
          {t`After`}
        </span>
        <input
          ref={slider}
          data-autofocus={!inline || undefined}
          type="range"
          min={0}
          max={100}
          value={share}
          aria-label={t`Before and after`}
          aria-valuetext={`${share}% before`}
          className={classes.range}
          onChange={(event) => setShare(Number(event.currentTarget.value))}
        />
      </div>
      <ZoomButtons closer={closer} />
    </>
  )
}

function ZoomButtons({ closer: { zoom, percent, by, onFit, onPixels } }: { closer: ReturnType<typeof useZoom> }) {
  return (
    <div className={classes.zoom}>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={t`Zoom out`}
        disabled={zoom.scale === 1}
        onClick={() => by(1 / STEP)}
      >
        <ZoomOut size={16} aria-hidden />
      </ActionIcon>
      <output className={classes.percent} aria-label={t`Zoom`}>{`${percent} %`}</output>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={t`Zoom in`}
        disabled={zoom.scale >= MOST}
        onClick={() => by(STEP)}
      >
        <ZoomIn size={16} aria-hidden />
      </ActionIcon>
      <Button size="sm" variant="default" onClick={onFit}>
        {t`Fit`}
      </Button>
      <Button size="sm" variant="default" onClick={onPixels}>
        {t`Actual pixels`}
      </Button>
    </div>
  )
}
