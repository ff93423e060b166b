// A long grid of tiles, of which only those near the window exist. One column makes it a list.
import { type ReactNode, type RefObject, useRef } from 'react'
import { useKeptFocus } from './kept-focus'
import { usePaneVirtualizer, usePlace } from './pane-virtualizer'
import classes from './virtual-grid.module.css'

interface GridShape {
  /** The narrowest a tile may be, in pixels. */
  minTile: number
  maxColumns?: number
  /** A guess at a row's height, in pixels, for a tile of the given width. The real one is measured. */
  rowHeight: (tileWidth: number) => number
  gap?: number
  /** What covers the edges of the scrolled area, for scrolling to a tile. */
  scrollPadding?: (pane: HTMLElement | null) => { scrollPaddingStart: number; scrollPaddingEnd: number }
}

interface VirtualGridProps<Item> extends GridShape {
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item, index: number) => ReactNode
  label: string
}

export function VirtualGrid<Item>({ items, keyOf, children, label, ...shape }: VirtualGridProps<Item>) {
  const frame = useRef<HTMLUListElement>(null)
  const { height, tiles } = useVirtualGrid(frame, items.length, shape)
  useKeptFocus(frame, (gone) => tileInPlaceOf(gone, frame.current)?.querySelector<HTMLElement>('button:enabled'))
  return (
    <ul className={classes.frame} ref={frame} aria-label={label} style={{ height }}>
      {tiles.map(({ at, tile }) => {
        const item = items[at]
        return item === undefined ? null : (
          <li key={keyOf(item)} {...tile}>
            {children(item, at)}
          </li>
        )
      })}
    </ul>
  )
}

/** The tiles to draw, each with the properties of its list item, and where the list scrolls. */
export function useVirtualGrid(frame: RefObject<HTMLElement | null>, count: number, shape: GridShape) {
  const { minTile, maxColumns = 8, rowHeight, gap = 12, scrollPadding } = shape
  const place = usePlace(frame)
  const columns = Math.max(1, Math.min(maxColumns, Math.floor((place.width + gap) / (minTile + gap))))
  const width = (place.width - gap * (columns - 1)) / columns
  const virtualizer = usePaneVirtualizer(place, {
    count: Math.ceil(count / columns),
    estimateSize: () => rowHeight(width) + gap,
    overscan: 3,
    measureElement: rowHeightOf,
    ...scrollPadding?.(place.pane),
  })
  const tiles = virtualizer.getVirtualItems().flatMap((row) =>
    Array.from({ length: Math.min(columns, count - row.index * columns) }, (_, column) => {
      const at = row.index * columns + column
      const tile = {
        ref: column === 0 ? virtualizer.measureElement : undefined,
        'data-index': row.index,
        'aria-setsize': count,
        'aria-posinset': at + 1,
        className: classes.item,
        style: {
          width,
          paddingBottom: gap,
          transform: `translate(${column * (width + gap)}px, ${row.start - place.top}px)`,
        },
      }
      return { at, tile }
    }),
  )
  const scrollToIndex = (at: number, options: { align: 'auto' }) =>
    virtualizer.scrollToIndex(Math.floor(at / columns), options)
  return { pane: place.pane, columns, height: virtualizer.getTotalSize(), tiles, scrollToIndex }
}

/** The tile that has moved up, or the last one. None when it was only scrolled away: those around it are not drawn either. */
function tileInPlaceOf(gone: HTMLElement | null, frame: HTMLElement | null): Element | null | undefined {
  if (gone?.isConnected) return gone
  const at = Number(gone?.getAttribute('aria-posinset'))
  const tile = (place: number) => frame?.querySelector(`[aria-posinset="${place}"]`)
  return tile(at) ?? tile(at - 1)
}

/** A row is as high as its highest tile. */
function rowHeightOf(first: Element): number {
  const tiles = first.parentElement?.querySelectorAll<HTMLElement>(`[data-index="${first.getAttribute('data-index')}"]`)
  return Math.max(...[...(tiles ?? [])].map((tile) => tile.offsetHeight))
}
