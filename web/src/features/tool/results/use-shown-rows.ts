// The rows on screen. They are found anew when the person asks for another view, when rows come or go, and when a run has ended;
// not while names change, or the row under the hand would jump away.
import { useMemo, useState } from 'react'
import type { FinalName } from '../model/final-names'
import type { ResultRow } from '../model/row'
import { shownIds } from '../model/view'
import { useView } from '../model/view-store'

export function useShownRows(rows: ResultRow[], names: ReadonlyMap<string, FinalName>, busy: boolean): ResultRow[] {
  const { view, turn } = useView()
  const [held, hold] = useState(() => ({ ids: shownIds(rows, names, view), turn, count: rows.length, busy }))
  const old = held.turn !== turn || held.count !== rows.length || (held.busy && !busy)
  if (old || held.busy !== busy) {
    hold({ ids: old ? shownIds(rows, names, view) : held.ids, turn, count: rows.length, busy })
  }
  return useMemo(() => {
    const byId = new Map(rows.map((row) => [row.id, row]))
    const shown = held.ids.flatMap((id) => byId.get(id) ?? [])
    return view.sort === 'added' ? inBatchOrder(shown, rows, view.down) : shown
  }, [rows, held.ids, view])
}

/** Images that are moved are moved on screen. */
function inBatchOrder(shown: ResultRow[], rows: readonly ResultRow[], down: boolean): ResultRow[] {
  const some = new Set(shown)
  const inOrder = rows.filter((row) => some.has(row))
  return down ? inOrder.reverse() : inOrder
}
