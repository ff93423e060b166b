// A long grid of tiles, of which only those near the window exist. One column makes it a list.
import { type ReactNode, useRef } from 'react'
import { useKeptFocus } from './kept-focus'
import { usePaneVirtualizer, usePlace } from './pane-virtualizer'
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
  const place = usePlace(frame)
  const { width, top } = place
  const columns = Math.max(1, Math.min(maxColumns, Math.floor((width + gap) / (minTile + gap))))
  const tile = (width - gap * (columns - 1)) / columns
  const virtualizer = usePaneVirtualizer(place, {
    count: Math.ceil(items.length / columns),
    estimateSize: () => rowHeight(tile) + gap,
    overscan: 3,
    measureElement: rowHeightOf,
  })
  useKeptFocus(frame, (gone) => tileInPlaceOf(gone, frame.current)?.querySelector<HTMLElement>('button:enabled'))

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
