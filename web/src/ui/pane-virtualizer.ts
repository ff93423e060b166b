// Long lists draw only what is near the eye. What scrolls is the pane around the list where the screen has panes, else the page;
// which of the two it is follows from the styles, and may change when the window does.
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  useVirtualizer,
  type Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

export interface Place {
  /** The pane around the list; null when the page itself scrolls. */
  pane: HTMLElement | null
  /** Where the list begins inside what scrolls. */
  top: number
  width: number
}

type Options = Pick<
  VirtualizerOptions<HTMLElement, HTMLElement>,
  'count' | 'estimateSize' | 'overscan' | 'getItemKey' | 'measureElement' | 'scrollPaddingStart' | 'scrollPaddingEnd'
>

export function usePaneVirtualizer(
  { pane, top }: Place,
  options: Partial<Options> & Pick<Options, 'count' | 'estimateSize'>,
) {
  const scrolling = pane
    ? { observeElementRect, observeElementOffset, scrollToFn: elementScroll }
    : { observeElementRect: observeWindowRect, observeElementOffset: observeWindowOffset, scrollToFn: windowScroll }
  return useVirtualizer({
    ...options,
    // The two kinds of scrolling differ in their element's type only, which nothing here looks at.
    ...(scrolling as unknown as { observeElementRect: typeof observeElementRect }),
    getScrollElement: () => pane ?? (window as unknown as HTMLElement),
    scrollMargin: top,
    initialRect: { width: 1024, height: 900 },
    initialOffset: () => (pane ? pane.scrollTop : window.scrollY),
  }) as Virtualizer<HTMLElement, HTMLElement>
}

/** Where the list sits and how wide it is; follows whatever changes above it. */
export function usePlace(list: RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState<Place>({ pane: null, width: 640, top: 0 })
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect()
      if (!list.current || !box?.width) return
      const pane = paneOf(list.current)
      const top = Math.round(
        pane ? box.top - pane.getBoundingClientRect().top + pane.scrollTop : box.top + window.scrollY,
      )
      setPlace((old) =>
        old.pane === pane && old.width === box.width && old.top === top ? old : { pane, width: box.width, top },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    if (list.current) observer.observe(list.current)
    observer.observe(document.body)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [list])
  return place
}

function paneOf(list: HTMLElement): HTMLElement | null {
  for (let at = list.parentElement; at && at !== document.body; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  return null
}
