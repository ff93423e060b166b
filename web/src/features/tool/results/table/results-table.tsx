// The table of results. Only the rows near the eye exist, so that 250 scroll like 20. Every row is reached, chosen and worked
// on with the keyboard, from each of its controls.
import { type MouseEvent, useEffect, useRef } from 'react'
import type { Rules } from '@/engine/rules'
import { t } from '@/lib/messages'
import { Card } from '@/ui/card'
import { coveredNow } from '@/ui/covers'
import { isFocusLost, useKeptFocus } from '@/ui/kept-focus'
import { usePaneVirtualizer, usePlace } from '@/ui/pane-virtualizer'
import type { FinalName } from '../../model/final-names'
import type { ResultRow } from '../../model/row'
import toolClasses from '../../parts/tool.module.css'
import { type How, howOf } from '../edits/selection'
import { dragMark, dropper, useDrag } from '../edits/use-drag'
import type { Moves } from '../edits/use-moves'
import { HeadRow } from './head-row'
import { listKeys } from './list-keys'
import { ResultRowView } from './result-row'
import type { RowActions } from './row-keys'
import classes from './table.module.css'
import { useRowFocus } from './use-row-focus'

interface ResultsTableProps {
  rows: ResultRow[]
  names: ReadonlyMap<string, FinalName>
  rules: Rules
  busy: boolean
  /** Whether alt text and keywords stand under the names. */
  showWords: boolean
  chosen: ReadonlySet<string>
  onChoose: (id: string, how: How) => void
  /** A row to bring the focus to, by its place; a new object asks again. */
  goTo: { at: number } | null
  /** The place that takes the focus when the list comes back; null for none. */
  start: number | null
  moves: Moves
  actions: RowActions
}

const ROW_HEIGHT = 75
const HEAD_HEIGHT = 38
const PAGE = 8

export function ResultsTable(props: ResultsTableProps) {
  const { rows, names, rules, busy, showWords, chosen, onChoose, goTo, start, moves, actions } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const place = usePlace(body)
  const virtualizer = usePaneVirtualizer(place, {
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollPaddingStart: place.pane ? HEAD_HEIGHT : coveredNow().top + 8,
    scrollPaddingEnd: place.pane ? 8 : coveredNow().bottom + 8,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  const focus = useRowFocus(body, virtualizer, rows.length)
  const { moveTo } = focus
  // The table is back, by a button that has gone with the empty screen.
  useEffect(() => {
    if (isFocusLost()) body.current?.querySelector<HTMLElement>('[data-name-at]')?.focus({ preventScroll: true })
  }, [])
  useKeptFocus(body, (gone) => nameOf(body.current, gone))
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

  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE, Home: -rows.length, End: rows.length }
  const { forget } = focus
  const keys = listKeys({ rows, busy, chosen, onChoose, moves, actions, steps, goTo: moveTo, forget })
  const { drag, handlers } = useDrag(body, { axis: 'y', pane: place.pane, onDrop: dropper(rows, moves) })
  const click = (row: ResultRow) => (event: MouseEvent<HTMLElement>) => {
    if ((event.target as HTMLElement).closest('button, input, a, label, form')) return
    const how = howOf(event)
    onChoose(row.id, how === 'only' && chosen.size === 1 && chosen.has(row.id) ? 'toggle' : how)
  }

  return (
    <Card className={`${classes.card} ${toolClasses.pane}`}>
      <table aria-label={t`Results`} aria-rowcount={rows.length + 1} className={classes.table}>
        <HeadRow />
        <tbody
          ref={body}
          className={classes.body}
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={keys}
          onFocus={focus.onFocus}
          {...handlers}
        >
          {virtualizer.getVirtualItems().map(({ index, start, key }) => {
            const row = rows[index]
            return row ? (
              <tr
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                data-at={index}
                data-drag={dragMark(drag, index)}
                data-chosen={chosen.has(row.id) || undefined}
                aria-rowindex={index + 2}
                className={classes.row}
                style={{ transform: `translateY(${start - place.top}px)` }}
                onMouseDown={keepTextUnselected}
                onClick={click(row)}
              >
                <ResultRowView
                  row={row}
                  at={index}
                  final={names.get(row.id)}
                  rules={rules}
                  busy={busy}
                  showWords={showWords}
                  chosen={chosen.has(row.id)}
                  movable={moves.canMove}
                  onChoose={onChoose}
                  actions={actions}
                />
              </tr>
            ) : null
          })}
        </tbody>
      </table>
    </Card>
  )
}

/** The name of the row that had the focus, or of the one that is in its place now; none when it was only scrolled away. */
function nameOf(body: HTMLElement | null, row: HTMLElement | null): HTMLElement | null | undefined {
  const here = row?.isConnected ? row : body?.querySelector(`[data-index="${row?.dataset.index}"]`)
  return here?.querySelector<HTMLElement>('[data-name-at]')
}

/** A click with Shift would select the text in between as well. */
function keepTextUnselected(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault()
}
