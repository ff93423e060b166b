// Moving rows to another place of the batch, by keys, by buttons and by dragging. Only in the order of the batch: any other
// order is made by what the rows say.
import { useCallback } from 'react'
import type { Rules } from '@/engine/rules'
import { plural, t } from '@/lib/messages'
import { moveImages } from '../../model/order'
import type { ResultRow } from '../../model/row'
import { useView } from '../../model/view-store'

export interface Moves {
  /** False while another order is shown, or a run is under way. */
  canMove: boolean
  /** Moves a row, or all chosen ones when it is one of them, by one place. True when something moved. */
  moveBy: (id: string, by: 1 | -1) => boolean
  /** Moves a row, or all chosen ones when it is one of them, beside another one as the screen shows them. */
  moveBeside: (id: string, beside: string, below: boolean) => boolean
}

const SORT_FIRST = t`Sort by batch order to move images.`

export function useMoves(
  shown: readonly ResultRow[],
  chosen: readonly ResultRow[],
  rules: Rules,
  busy: boolean,
  say: (text: string) => void,
): Moves {
  const { sort, down } = useView((state) => state.view)
  const canMove = sort === 'added' && !busy
  const moveBeside = useCallback(
    (id: string, beside: string, below: boolean) => {
      const ids = groupOf(id, chosen)
      if (!canMove || !moveImages(ids, beside, below !== down, rules)) return false
      say(t`${plural(ids.length, { one: '# image', other: '# images' })} moved. Press Ctrl Z to undo.`)
      return true
    },
    [canMove, chosen, rules, down, say],
  )
  const moveBy = useCallback(
    (id: string, by: 1 | -1) => {
      if (!canMove) say(busy ? '' : SORT_FIRST)
      const beside = neighbour(shown, groupOf(id, chosen), by)
      return beside !== undefined && moveBeside(id, beside, by > 0)
    },
    [canMove, busy, chosen, shown, moveBeside, say],
  )
  return { canMove, moveBy, moveBeside }
}

function groupOf(id: string, chosen: readonly ResultRow[]): string[] {
  return chosen.some((row) => row.id === id) ? chosen.map((row) => row.id) : [id]
}

/** The row just above the first of the group, or just below the last. */
export function neighbour(shown: readonly { id: string }[], group: readonly string[], by: 1 | -1): string | undefined {
  const places = shown.flatMap(({ id }, at) => (group.includes(id) ? [at] : []))
  return shown[by > 0 ? Math.max(...places) + 1 : Math.min(...places) - 1]?.id
}
