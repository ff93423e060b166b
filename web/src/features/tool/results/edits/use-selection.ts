// The chosen rows of the results screen.
import { useCallback, useMemo, useState } from 'react'
import type { ResultRow } from '../../model/row'
import { choosing, type How, NOTHING_CHOSEN } from './selection'

/** Only what is shown counts as chosen: nothing happens to rows that nobody sees. */
export function useSelection(shown: ResultRow[]) {
  const [selection, select] = useState(NOTHING_CHOSEN)
  const order = useMemo(() => shown.map(({ id }) => id), [shown])
  const chosen = useMemo(() => shown.filter(({ id }) => selection.ids.has(id)), [shown, selection])
  const choose = useCallback((id: string, how: How) => select((before) => choosing(before, order, id, how)), [order])
  const onToggle = useCallback((id: string) => choose(id, 'toggle'), [choose])
  const all = () => select({ ids: new Set(order), anchor: order[0] ?? null })
  const none = () => select(NOTHING_CHOSEN)
  return { ids: selection.ids, chosen, choose, onToggle, all, none }
}
