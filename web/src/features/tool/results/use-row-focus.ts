// Brings the focus to the name of a row, also one that is not drawn yet. Rows are measured on the way there, so it may move, go
// and come again: every drawing looks for it, and scrolls on while it is missing, until a hand does something else.
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const HAND = ['wheel', 'touchmove', 'pointerdown']

interface Scroll {
  scrollToIndex: (index: number, options: { align: 'auto' }) => void
}

export function useRowFocus(body: RefObject<HTMLElement | null>, virtualizer: Scroll, count: number) {
  const wanted = useRef<number>(undefined)
  const forget = () => {
    wanted.current = undefined
  }
  const look = () => {
    if (wanted.current === undefined) return
    const active = document.activeElement
    if (active && active !== document.body && !body.current?.contains(active)) return forget()
    const name = body.current?.querySelector<HTMLElement>(`[data-name-at="${wanted.current}"]`)
    if (name) name.focus({ preventScroll: true })
    else virtualizer.scrollToIndex(wanted.current, { align: 'auto' })
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
  const moveTo = (index: number): number => {
    const at = Math.min(count - 1, Math.max(0, index))
    wanted.current = at
    virtualizer.scrollToIndex(at, { align: 'auto' })
    look()
    return at
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (event.target.dataset.nameAt !== String(wanted.current)) forget()
  }
  return { moveTo, forget, onFocus }
}
