// A long grid of tiles, of which only those near the window exist. One column makes it a list. The page scrolls, not a box.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './virtual-grid.module.css'

interface VirtualGridProps<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item, index: number) => ReactNode
  /** The narrowest a tile may be, in pixels. */
  minTile: number
  maxColumns?: number
  /** A guess at a row's height, in pixels, for a tile of the given width. The real one is measured. */
  rowHeight: (tileWidth: number) => number
  gap?: number
  label: string
}

export function VirtualGrid<Item>(props: VirtualGridProps<Item>) {
  const { items, keyOf, children, minTile, maxColumns = 8, rowHeight, gap = 12, label } = props
  const frame = useRef<HTMLUListElement>(null)
  const { width, top } = usePlace(frame)
  const columns = Math.max(1, Math.min(maxColumns, Math.floor((width + gap) / (minTile + gap))))
  const tile = (width - gap * (columns - 1)) / columns
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => rowHeight(tile) + gap,
    overscan: 3,
    scrollMargin: top,
    initialRect: { width: 1024, height: 900 },
    measureElement: rowHeightOf,
  })

  return (
    <ul className={classes.frame} ref={frame} aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().flatMap((row) =>
        items.slice(row.index * columns, (row.index + 1) * columns).map((item, at) => (
          <li
            key={keyOf(item)}
            ref={at === 0 ? virtualizer.measureElement : undefined}
            data-index={row.index}
            aria-setsize={items.length}
            aria-posinset={row.index * columns + at + 1}
            className={classes.item}
            style={{
              width: tile,
              paddingBottom: gap,
              transform: `translate(${at * (tile + gap)}px, ${row.start - top}px)`,
            }}
          >
            {children(item, row.index * columns + at)}
          </li>
        )),
      )}
    </ul>
  )
}

/** A row is as high as its highest tile. */
function rowHeightOf(first: Element): number {
  const tiles = first.parentElement?.querySelectorAll<HTMLElement>(`[data-index="${first.getAttribute('data-index')}"]`)
  return Math.max(...[...(tiles ?? [])].map((tile) => tile.offsetHeight))
}

/** Where the frame sits on the page and how wide it is; follows whatever changes above it. */
function usePlace(frame: React.RefObject<HTMLElement | null>): { width: number; top: number } {
  const [place, setPlace] = useState({ width: 640, top: 0 })
  useLayoutEffect(() => {
    const measure = () => {
      const box = frame.current?.getBoundingClientRect()
      if (!box?.width) return
      const top = Math.round(box.top + window.scrollY)
      setPlace((old) => (old.width === box.width && old.top === top ? old : { width: box.width, top }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    if (frame.current) observer.observe(frame.current)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [frame])
  return place
}
