// Dragging a row or a card by its grip to another place. The list itself holds the pointer: the dragged item may be scrolled
// out of what is drawn. Near an edge, the list scrolls.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Moves } from './use-moves'

export interface Drag {
  from: number
  /** The item under the pointer, and on which side of it the dragged one would go. */
  over: number
  after: boolean
}

interface DragSettings {
  /** Rows are one below the other, cards one beside the other. */
  axis: 'x' | 'y'
  pane: HTMLElement | null
  onDrop: (drag: Drag) => void
}

const EDGE = 56
const STEP = 14

export function useDrag(list: RefObject<HTMLElement | null>, { axis, pane, onDrop }: DragSettings) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const pointer = useRef({ x: 0, y: 0 })
  const follow = () => {
    const place = placeAt(list.current, pointer.current, axis)
    if (place) setDrag((now) => now && { ...now, ...place })
  }
  const active = drag !== null
  useEffect(() => {
    if (!active) return
    let frame = requestAnimationFrame(function scroll() {
      if (scrollNearEdge(pane, pointer.current.y)) follow()
      frame = requestAnimationFrame(scroll)
    })
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      setDrag(null)
    }
    window.addEventListener('keydown', cancel, true)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('keydown', cancel, true)
    }
  })
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const grip = (event.target as HTMLElement).closest('[data-grip]')
    const from = Number(grip?.closest<HTMLElement>('[data-at]')?.dataset.at ?? Number.NaN)
    if (event.button !== 0 || Number.isNaN(from)) return
    event.preventDefault()
    list.current?.setPointerCapture(event.pointerId)
    pointer.current = { x: event.clientX, y: event.clientY }
    setDrag({ from, over: from, after: false })
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!active) return
    pointer.current = { x: event.clientX, y: event.clientY }
    follow()
  }
  const onPointerUp = () => {
    setDrag(null)
    if (drag && drag.over !== drag.from) onDrop(drag)
  }
  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: () => setDrag(null) }
  return { drag, handlers }
}

/** Puts what was dragged where it was dropped. */
export function dropper(rows: readonly { id: string }[], { moveBeside }: Pick<Moves, 'moveBeside'>) {
  return ({ from, over, after }: Drag) => {
    const [dragged, beside] = [rows[from], rows[over]]
    if (dragged && beside) moveBeside(dragged.id, beside.id, after)
  }
}

/** What an item says about the drag, for its styles. */
export function dragMark(drag: Drag | null, at: number): 'moved' | 'before' | 'after' | undefined {
  if (drag?.from === at) return 'moved'
  return drag?.over === at ? (drag.after ? 'after' : 'before') : undefined
}

function placeAt(list: HTMLElement | null, { x, y }: { x: number; y: number }, axis: 'x' | 'y') {
  const frame = list?.getBoundingClientRect()
  if (!list || !frame) return undefined
  // A hand that drags down a list also drifts to its side.
  const across = axis === 'y' ? frame.left + frame.width / 2 : x
  const items = document.elementsFromPoint(across, y).flatMap((one) => one.closest<HTMLElement>('[data-at]') ?? [])
  const item = items.find((one) => list.contains(one))
  if (!item) return undefined
  const box = item.getBoundingClientRect()
  const after = axis === 'y' ? y > box.top + box.height / 2 : x > box.left + box.width / 2
  return { over: Number(item.dataset.at), after }
}

function scrollNearEdge(pane: HTMLElement | null, y: number): boolean {
  const { top, bottom } = pane?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight }
  const by = y < top + EDGE ? -STEP : y > bottom - EDGE ? STEP : 0
  if (by !== 0) (pane ?? window).scrollBy({ top: by, behavior: 'instant' })
  return by !== 0
}
