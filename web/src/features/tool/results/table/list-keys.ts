// The keys of a list of results, be it a table or cards: arrows go from one to the next, with Shift they select, with Alt they
// move the image itself; every other key is an action on the row.
import type { KeyboardEvent } from 'react'
import type { ResultRow } from '../../model/row'
import type { How } from '../edits/selection'
import type { Moves } from '../edits/use-moves'
import { actOn, isTick, type RowActions, rowOf } from './row-keys'

type Column = 'name' | 'tick'

interface ListKeys {
  rows: readonly ResultRow[]
  busy: boolean
  chosen: ReadonlySet<string>
  onChoose: (id: string, how: How) => void
  moves: Moves
  actions: RowActions
  /** How far each key goes. */
  steps: Readonly<Record<string, number>>
  /** Brings the focus to a place and gives back which one it is. */
  goTo: (at: number, column: Column) => number
  /** The person does something else than walking. */
  forget: () => void
}

const MOVES: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

export function listKeys(list: ListKeys): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, chosen, onChoose, goTo } = list
  return (event) => {
    const at = Number(rowOf(event.target)?.dataset.at)
    const row = rows[at]
    if (!row) return list.forget()
    const column = isTick(event.target) ? 'tick' : 'name'
    const move = event.altKey ? MOVES[event.key] : undefined
    const by = event.altKey ? undefined : list.steps[event.key]
    if (move) {
      event.preventDefault()
      if (list.moves.moveBy(row.id, move)) goTo(at + move, column)
    } else if (by === undefined) {
      list.forget()
      if (actOn(row, event, list.busy, list.actions)) event.preventDefault()
    } else {
      event.preventDefault()
      if (event.shiftKey && chosen.size === 0) onChoose(row.id, 'only')
      const next = rows[goTo(at + by, column)]
      if (event.shiftKey && next) onChoose(next.id, 'range')
    }
  }
}
