// The results as cards: large images in a grid whose size the person sets. Only the cards near the eye exist, and every one of
// them is reached, chosen and worked on with the keyboard, as the rows of the table are.
import { type MouseEvent, useEffect, useRef } from 'react'
import type { Rules } from '@/engine/rules'
import { t } from '@/lib/messages'
import { coveredNow } from '@/ui/covers'
import { useKeptFocus } from '@/ui/kept-focus'
import { useVirtualGrid } from '@/ui/virtual-grid'
import type { FinalName } from '../../model/final-names'
import type { ResultRow } from '../../model/row'
import toolClasses from '../../parts/tool.module.css'
import { type How, howOf } from '../edits/selection'
import { dragMark, dropper, useDrag } from '../edits/use-drag'
import type { Moves } from '../edits/use-moves'
import { listKeys } from '../table/list-keys'
import type { RowActions } from '../table/row-keys'
import { useRowFocus } from '../table/use-row-focus'
import { Card } from './card'
import classes from './cards.module.css'

interface CardGridProps {
  rows: ResultRow[]
  names: ReadonlyMap<string, FinalName>
  rules: Rules
  busy: boolean
  /** The narrowest a card may be, in pixels. */
  size: number
  chosen: ReadonlySet<string>
  onChoose: (id: string, how: How) => void
  /** A card to bring the focus to, by its place; a new object asks again. */
  goTo: { at: number } | null
  /** The place that takes the focus when the list comes back; null for none. */
  start: number | null
  moves: Moves
  actions: RowActions
}

const TEXT_HEIGHT = 76
const PAGE = 3
const MOST_COLUMNS = 12

export function CardGrid(props: CardGridProps) {
  const { rows, names, rules, busy, size, chosen, onChoose, goTo, start, moves, actions } = props
  const list = useRef<HTMLUListElement>(null)
  const grid = useVirtualGrid(list, rows.length, {
    minTile: size,
    maxColumns: MOST_COLUMNS,
    rowHeight: (width) => width * 0.75 + TEXT_HEIGHT,
    scrollPadding: (pane) => ({
      scrollPaddingStart: pane ? 8 : coveredNow().top + 8,
      scrollPaddingEnd: pane ? 8 : coveredNow().bottom + 8,
    }),
  })
  const { columns, tiles, height, pane } = grid
  const { moveTo, forget, onFocus } = useRowFocus(list, grid, rows.length)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the list begins
  useEffect(() => {
    if (start !== null) moveTo(start)
  }, [])
  const asked = useRef(goTo)
  useEffect(() => {
    if (asked.current === goTo) return
    asked.current = goTo
    if (goTo) moveTo(goTo.at)
  }, [goTo, moveTo])
  useKeptFocus(list, (gone) => nameOf(list.current, gone))

  const steps = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: PAGE * columns,
    PageUp: -PAGE * columns,
    Home: -rows.length,
    End: rows.length,
  }
  const keys = listKeys({ rows, busy, chosen, onChoose, moves, actions, steps, goTo: moveTo, forget })
  const { drag, handlers } = useDrag(list, { axis: 'x', pane, onDrop: dropper(rows, moves) })
  const click = (row: ResultRow) => (event: MouseEvent<HTMLElement>) => {
    if ((event.target as HTMLElement).closest('button, input, a, label, form')) return
    const how = howOf(event)
    onChoose(row.id, how === 'only' && chosen.size === 1 && chosen.has(row.id) ? 'toggle' : how)
  }
  return (
    <div className={`${classes.pane} ${toolClasses.pane}`}>
      <ul
        ref={list}
        aria-label={t`Results`}
        className={classes.grid}
        style={{ height }}
        onKeyDown={keys}
        onFocus={onFocus}
        {...handlers}
      >
        {tiles.map(({ at, tile }) => {
          const row = rows[at]
          return row ? (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tick inside it does the same with the keyboard
            <li key={row.id} {...tile} data-at={at} data-drag={dragMark(drag, at)} onClick={click(row)}>
              <Card
                row={row}
                at={at}
                side={size > LARGE ? 960 : 480}
                final={names.get(row.id)}
                rules={rules}
                chosen={chosen.has(row.id)}
                movable={moves.canMove}
                onChoose={onChoose}
                onFocus={actions.onFocus}
              />
            </li>
          ) : null
        })}
      </ul>
    </div>
  )
}

/** From here on, the images are made for a larger card. */
const LARGE = 300

function nameOf(list: HTMLElement | null, card: HTMLElement | null): HTMLElement | null | undefined {
  const here = card?.isConnected ? card : list?.querySelector(`[data-at="${card?.dataset.at}"]`)
  return here?.querySelector<HTMLElement>('[data-name-at]')
}
