// Keys that work wherever the focus is inside a dialog, also on its title bar, which is none of its content.
import { type RefObject, useEffect, useRef } from 'react'

export function useDialogKeys(inside: RefObject<HTMLElement | null>, keys: (event: KeyboardEvent) => void): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const dialog = inside.current?.closest<HTMLElement>('[role="dialog"]') ?? inside.current
    const press = (event: KeyboardEvent) => {
      if (!event.defaultPrevented) current.current(event)
    }
    dialog?.addEventListener('keydown', press)
    return () => dialog?.removeEventListener('keydown', press)
  }, [inside])
}
