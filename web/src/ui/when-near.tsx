// A part of a drawn page that React takes over only when somebody comes near: it is a screen away, or something is touched or typed.
// Until then it stands as the build drew it, links and all, and costs a phone nothing.
import { type ReactNode, Suspense, use, useSyncExternalStore } from 'react'

/** `id` is an element's in the part. */
export function WhenNear({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Suspense>
      <Waiting id={id}>{children}</Waiting>
    </Suspense>
  )
}

function Waiting({ id, children }: { id: string; children: ReactNode }) {
  // True only while a drawn page is taken over.
  const isDrawn = useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  )
  if (isDrawn && !import.meta.env.SSR && !touched && !near.has(id)) use(comingNear(id))
  return children
}

const near = new Set<string>()
const waits = new Map<string, Promise<void>>()
const ends: (() => void)[] = []
let touched = false

/** The same promise for as long as it is asked for: React waits for it. */
function comingNear(id: string): Promise<void> {
  const known = waits.get(id)
  if (known) return known
  if (waits.size === 0) watchHands()
  const wait = new Promise<void>((end) => {
    const element = document.getElementById(id)
    const arrived = () => {
      near.add(id)
      end()
    }
    ends.push(arrived)
    if (element) watchElement(element, arrived)
    else arrived()
  })
  waits.set(id, wait)
  return wait
}

function watchElement(element: HTMLElement, arrived: () => void): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      arrived()
    },
    { rootMargin: '100%' },
  )
  observer.observe(element)
}

/** A click finds everything taken over: it comes after the press, and React catches up when it does. */
function watchHands(): void {
  const stop = new AbortController()
  const all = () => {
    stop.abort()
    touched = true
    for (const end of ends) end()
  }
  for (const sign of ['pointerdown', 'keydown', 'focusin'])
    window.addEventListener(sign, all, { capture: true, passive: true, signal: stop.signal })
}
