// Draws a large part a moment after what asked for it, in pieces: a switch or a tab answers at once, and the page stays
// responsive while the rest is drawn.
import { type ReactNode, useDeferredValue } from 'react'

export function Later({ when = true, children }: { when?: boolean; children: ReactNode }) {
  return useDeferredValue(when, false) && when ? children : null
}
