// Brings the focus to the name of a row, or to its tick, also one that is not drawn yet. Rows are measured on the way there, so
// it may move, go and come again: every drawing looks for it, and scrolls on while it is missing, until a hand does something
// else.
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const HAND = ['wheel', 'touchmove', 'pointerdown']

type Column = 'name' | 'tick'

interface Scroll {
  scrollToIndex: (index: number, options: { align: 'auto' }) => void
}

export function useRowFocus(body: RefObject<HTMLElement | null>, virtualizer: Scroll, count: number) {
  const wanted = useRef<{ at: number; column: Column }>(undefined)
  const forget = () => {
    wanted.current = undefined
  }
  const look = () => {
    if (wanted.current === undefined) return
    const active = document.activeElement
    if (active && active !== document.body && !body.current?.contains(active)) return forget()
    const { at, column } = wanted.current
    const control = body.current?.querySelector<HTMLElement>(`[data-${column}-at="${at}"]`)
    if (control) control.focus({ preventScroll: true })
    else virtualizer.scrollToIndex(at, { align: 'auto' })
  }
  useLayoutEffect(look)
  useEffect(() => {
    const stop = () => {
      wanted.current = undefined
    }
    for (const kind of HAND) window.addEventListener(kind, stop, { passive: true })
    return () => {
      for (const kind of HAND) window.removeEventListener(kind, stop)
    }
  }, [])

  /** Gives back where the focus goes. */
  const moveTo = (index: number, column: Column = 'name'): number => {
    const at = Math.min(count - 1, Math.max(0, index))
    wanted.current = { at, column }
    virtualizer.scrollToIndex(at, { align: 'auto' })
    look()
    return at
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const { at, column } = wanted.current ?? {}
    if (event.target.dataset[`${column}At`] !== String(at)) forget()
  }
  return { moveTo, forget, onFocus }
}
