// Draws a large part a moment after what asked for it, in pieces: a switch or a tab answers at once, and the page stays
// responsive while the rest is drawn. Nothing appears while a pointer is pressed: what is under it would move away between
// down and up, and the click would be lost.
import { type ReactNode, useDeferredValue, useState, useSyncExternalStore } from 'react'

export function Later({ when = true, children }: { when?: boolean; children: ReactNode }) {
  const wanted = useDeferredValue(when, false) && when
  return useAtRest(wanted) ? children : null
}

/** The value as it was when the pointer went down, until it is up again. */
function useAtRest<T>(value: T): T {
  const pressed = useSyncExternalStore(watchPointer, isPressed)
  const [held, hold] = useState(value)
  if (!pressed && held !== value) hold(value)
  return pressed ? held : value
}

let pressed = false
const isPressed = () => pressed

function watchPointer(changed: () => void): () => void {
  const set = (now: boolean) => {
    pressed = now
    changed()
  }
  const down = () => set(true)
  // The click comes after the pointer is up, in the same turn.
  const up = () => setTimeout(() => set(false))
  const listeners = { pointerdown: down, pointerup: up, pointercancel: up }
  for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener, true)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener, true)
  }
}
