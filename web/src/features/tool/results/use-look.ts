// Which view of the results is shown, and the way between them: the view of one image goes back to the place it was opened from.
import { useCallback, useEffect, useRef, useState } from 'react'
import { changeLayout, useLayout } from '../model/layout-store'
import type { ResultRow } from '../model/row'
import type { Look } from './layout-switch'

interface Focused {
  id: string
  /** Where it was: when it is removed, the image that takes its place is shown. */
  at: number
}

/** `goTo`: where the last change was made or undone. */
export function useLook(shown: readonly ResultRow[], goTo: { at: number } | null) {
  const layout = useLayout((state) => state.layout)
  const [focused, focus] = useState<Focused | null>(null)
  /** The place that the focus goes to when a list is shown again. */
  const [start, setStart] = useState<number | null>(null)
  const found = focused ? shown.findIndex(({ id }) => id === focused.id) : -1
  const at = found >= 0 ? found : Math.min(focused?.at ?? 0, shown.length - 1)
  const here = shown[at]
  if (focused && here && (here.id !== focused.id || at !== focused.at)) focus({ id: here.id, at })

  const focusOn = useCallback((id: string) => focus({ id, at: 0 }), [])
  // What is undone is shown.
  const asked = useRef(goTo)
  useEffect(() => {
    if (asked.current === goTo) return
    asked.current = goTo
    const row = shown[goTo?.at ?? -1]
    if (row) focus((now) => now && { id: row.id, at: 0 })
  }, [goTo, shown])
  const leave = () => {
    setStart(at)
    focus(null)
  }
  const onLook = (wanted: Look) => {
    const [first] = shown
    if (wanted === 'focus') return first ? focusOn(first.id) : undefined
    setStart(focused ? at : null)
    focus(null)
    changeLayout({ layout: wanted })
  }
  const look: Look = focused ? 'focus' : layout
  return { look, at, start, focusOn, leave, onLook }
}
