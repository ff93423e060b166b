// The table of results. Only the rows near the window exist, so that 250 scroll like 20. Arrow keys move between names.
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Rules } from '@/engine/rules'
import { Card } from '@/ui/card'
import { usePaneVirtualizer, usePlace } from '@/ui/pane-virtualizer'
import toolClasses from '../tool.module.css'
import type { FinalName } from './final-names'
import { ResultRowView } from './result-row'
import classes from './results.module.css'
import type { ResultRow } from './row'

export interface RowActions {
  onOpen: (id: string) => void
  onDownload: (row: ResultRow) => void
  onRetry: (ids: string[]) => void
  onRemove: (id: string) => void
}

interface ResultsTableProps extends RowActions {
  rows: ResultRow[]
  names: ReadonlyMap<string, FinalName>
  rules: Rules
  busy: boolean
  /** Whether alt text and keywords stand under the names. */
  showWords: boolean
}

const ROW_HEIGHT = 75
const HEAD_HEIGHT = 38
const HAND = ['wheel', 'touchmove', 'pointerdown']
const COLUMNS = ['Preview', 'Original Name', 'New Name', 'Size', 'Actions']

export function ResultsTable({ rows, names, rules, busy, showWords, ...actions }: ResultsTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const place = usePlace(body)
  const { top } = place
  const virtualizer = usePaneVirtualizer(place, {
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollPaddingStart: place.pane ? HEAD_HEIGHT : 76,
    scrollPaddingEnd: place.pane ? 8 : 130,
    getItemKey: (index) => rows[index]?.id ?? index,
  })

  /** The row whose name is to have the focus, until a hand does something else. Rows are measured on the way there, so it may
   * move, go and come again: every drawing looks for it, and scrolls on while it is missing. */
  const wanted = useRef<number>(undefined)
  const focusWanted = () => {
    if (wanted.current === undefined) return
    const active = document.activeElement
    if (active && active !== document.body && !body.current?.contains(active)) return forget(wanted)
    const name = body.current?.querySelector<HTMLElement>(`[data-name-at="${wanted.current}"]`)
    if (name) name.focus({ preventScroll: true })
    else virtualizer.scrollToIndex(wanted.current, { align: 'auto' })
  }
  useLayoutEffect(focusWanted)
  useEffect(() => {
    const stop = () => forget(wanted)
    for (const kind of HAND) window.addEventListener(kind, stop, { passive: true })
    return () => {
      for (const kind of HAND) window.removeEventListener(kind, stop)
    }
  }, [])
  const move = (from: number, by: number) => {
    wanted.current = Math.min(rows.length - 1, Math.max(0, from + by))
    virtualizer.scrollToIndex(wanted.current, { align: 'auto' })
    focusWanted()
  }
  const focused = (event: FocusEvent<HTMLTableSectionElement>) => {
    if (event.target.dataset.nameAt !== String(wanted.current)) forget(wanted)
  }
  const keys = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const at = (event.target as HTMLElement).dataset.nameAt
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key]
    if (at === undefined || by === undefined) return forget(wanted)
    event.preventDefault()
    move(Number(at), by)
  }

  return (
    <Card className={`${classes.card} ${toolClasses.pane}`}>
      <table aria-label="Results" aria-rowcount={rows.length + 1} className={classes.table}>
        <thead>
          <tr className={classes.headRow} aria-rowindex={1}>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          ref={body}
          className={classes.body}
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={keys}
          onFocus={focused}
        >
          {virtualizer.getVirtualItems().map(({ index, start, key }) => {
            const row = rows[index]
            return row ? (
              <tr
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                className={classes.row}
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <ResultRowView
                  row={row}
                  at={index}
                  final={names.get(row.id)}
                  rules={rules}
                  busy={busy}
                  showWords={showWords}
                  {...actions}
                />
              </tr>
            ) : null
          })}
        </tbody>
      </table>
    </Card>
  )
}

function forget(wanted: RefObject<number | undefined>): void {
  wanted.current = undefined
}
