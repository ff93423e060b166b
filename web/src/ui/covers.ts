// How much of the window lies under parts that stick to its edges. The page knows it as two variables, so that what takes the
// focus is scrolled clear of them (base.css). A part says that it covers by its ref: <div ref={coversBottom}>.

type Edge = 'top' | 'bottom'

const parts = new Map<HTMLElement, Edge>()
const covered = { top: 0, bottom: 0 }
let observer: ResizeObserver | undefined

/** Pixels at both edges of the window; lists that scroll by themselves keep clear of them too. */
export function coveredNow(): Readonly<Record<Edge, number>> {
  return covered
}

export const coversTop = (part: HTMLElement | null) => cover(part, 'top')
export const coversBottom = (part: HTMLElement | null) => cover(part, 'bottom')

function cover(part: HTMLElement | null, edge: Edge) {
  if (!part) return
  // Which parts stick follows from the window's size, which changes without theirs.
  if (parts.size === 0) window.addEventListener('resize', measure)
  observer ??= new ResizeObserver(measure)
  parts.set(part, edge)
  observer.observe(part, { box: 'border-box' })
  return () => {
    parts.delete(part)
    observer?.unobserve(part)
    if (parts.size === 0) window.removeEventListener('resize', measure)
    measure()
  }
}

function measure(): void {
  for (const edge of ['top', 'bottom'] as const) {
    const those = [...parts].filter(([, side]) => side === edge)
    covered[edge] = Math.ceil(Math.max(0, ...those.map(([part]) => reachOf(part, edge))))
    document.documentElement.style.setProperty(`--covered-${edge}`, `${covered[edge]}px`)
  }
}

/** How far a part reaches into the window from its edge; nothing where the styles let it scroll away. */
function reachOf(part: HTMLElement, edge: Edge): number {
  const style = getComputedStyle(part)
  const sticks = style.position === 'sticky'
  if (sticks) part.dataset.covers = edge
  else delete part.dataset.covers
  return sticks ? (Number.parseFloat(style[edge]) || 0) + part.offsetHeight : 0
}
