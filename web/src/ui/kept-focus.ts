// When the control that has the focus goes or is switched off, browsers drop the focus on the page, and the keyboard begins at
// the top again. This gives it to another control of the same area.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

interface Last {
  control: HTMLElement
  /** The row or tile it is in; remembered, because a control that is gone is in none. */
  item: HTMLElement | null
}

/** `next` finds the control to go on with, among what is left. */
export function useKeptFocus(
  area: RefObject<HTMLElement | null>,
  next: (item: HTMLElement | null) => HTMLElement | null | undefined,
): void {
  const last = useRef<Last>(undefined)
  useEffect(() => {
    const note = ({ target }: Event) => {
      const control = target as HTMLElement
      if (area.current?.contains(control)) last.current = { control, item: control.closest('tr, li') }
      else last.current = undefined
    }
    // A press beside it means that the person has left; so does any focus elsewhere.
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', note)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', note)
    }
  }, [area])
  useLayoutEffect(() => {
    const { control, item = null } = last.current ?? {}
    if (!control || isUsable(control)) return
    last.current = undefined
    // A frame later: whoever knows a better place has taken the focus there by then.
    requestAnimationFrame(() => isFocusLost() && next(item)?.focus())
  })
}

export function isFocusLost(): boolean {
  const active = document.activeElement
  return active === null || active === document.body || !isUsable(active)
}

function isUsable(control: Element): boolean {
  return control.isConnected && !control.matches(':disabled')
}
