// Looking closer at a comparison: the wheel, fingers and keys behind before-after.tsx.
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { FIT, fitOf, moved, type Zoom, zoomedAt } from './zoom'

const MIDDLE = { x: 0, y: 0 }
export const STEP = 1.5
const PAN = 60
/** So near to the line a hand means the line. */
const REACH = 28

const sizeOf = (stage: HTMLElement | null) => ({ width: stage?.clientWidth ?? 0, height: stage?.clientHeight ?? 0 })

const PANS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: PAN, y: 0 },
  ArrowRight: { x: -PAN, y: 0 },
  ArrowUp: { x: 0, y: PAN },
  ArrowDown: { x: 0, y: -PAN },
}

/** Magnifying, with the share of the original's own pixels for the label. */
/** In a page, the wheel alone scrolls it; with Ctrl it looks closer. */
export function useZoom(inline = false) {
  const stage = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState<Zoom>(FIT)
  const [fit, setFit] = useState(1)
  const by = (factor: number, at = MIDDLE) => setZoom((now) => zoomedAt(now, factor, at, sizeOf(stage.current)))
  const onPixels = () => setZoom(() => zoomedAt(FIT, Math.max(2, 1 / fit), MIDDLE, sizeOf(stage.current)))
  const measure = (image: HTMLImageElement) =>
    setFit(fitOf({ width: image.naturalWidth, height: image.naturalHeight }, sizeOf(stage.current)))
  // React's wheel listener cannot keep the page from scrolling.
  useEffect(() => {
    const wheel = (event: WheelEvent) => {
      if (inline && !event.ctrlKey) return
      event.preventDefault()
      const box = stage.current?.getBoundingClientRect()
      if (!box) return
      const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
      setZoom((now) => zoomedAt(now, Math.exp(-event.deltaY / 300), at, box))
    }
    const element = stage.current
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [inline])
  const onFit = () => setZoom(FIT)
  const keys = (event: KeyboardEvent) => {
    const pan = event.shiftKey ? PANS[event.key] : undefined
    if (event.ctrlKey || event.metaKey) return
    if (pan) setZoom((now) => moved(now, pan, sizeOf(stage.current)))
    else if (event.key === '+' || event.key === '=') by(STEP)
    else if (event.key === '-') by(1 / STEP)
    else if (event.key === '0') onFit()
    else if (event.key === '1') onPixels()
    else return
    event.preventDefault()
  }
  return { stage, zoom, setZoom, by, onFit, onPixels, measure, keys, percent: Math.round(zoom.scale * fit * 100) }
}

type Stage = React.RefObject<HTMLDivElement | null>

/** One hand does both: near the line, or where nothing is magnified, it moves the line; elsewhere the image. */
export function useHand(
  stage: Stage,
  share: number,
  setShare: (share: number) => void,
  zoom: Zoom,
  setZoom: (change: (now: Zoom) => Zoom) => void,
) {
  const grip = useRef<'line' | 'image' | null>(null)
  const slide = (clientX: number) => {
    const box = stage.current?.getBoundingClientRect()
    if (box) setShare(Math.round(Math.min(100, Math.max(0, ((clientX - box.left) / box.width) * 100))))
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const line = box.left + (share / 100) * box.width
    grip.current = zoom.scale === 1 || Math.abs(event.clientX - line) < REACH ? 'line' : 'image'
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.querySelector('input')?.focus({ preventScroll: true })
    event.preventDefault()
    if (grip.current === 'line') slide(event.clientX)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (grip.current === 'line') slide(event.clientX)
    if (grip.current !== 'image') return
    const by = { x: event.movementX, y: event.movementY }
    setZoom((now) => moved(now, by, sizeOf(stage.current)))
  }
  const onPointerUp = () => {
    grip.current = null
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
}
