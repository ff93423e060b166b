// What can be done to a row, and the key for each of it. Single letters work only where the focus is on a row's name.
import type { KeyboardEvent } from 'react'
import { takeNextSuggestion } from './edits'
import { canRetry, isReady, type ResultRow } from './row'

export interface RowActions {
  onOpen: (id: string) => void
  onDownload: (row: ResultRow) => void
  onRetry: (ids: string[]) => void
  /** Removes the row, or all chosen ones when it is one of them. */
  onRemove: (id: string) => void
  onToggle: (id: string) => void
}

/** True when the key meant something. */
export function actOn(row: ResultRow, event: KeyboardEvent<HTMLElement>, busy: boolean, actions: RowActions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const act = actionOf(row, event, busy, actions)
  act?.()
  return act !== undefined
}

function actionOf(
  row: ResultRow,
  { key, target }: KeyboardEvent<HTMLElement>,
  busy: boolean,
  actions: RowActions,
): (() => void) | undefined {
  switch (key.toLowerCase()) {
    case 'f2':
      return () => (target as HTMLElement).click()
    case 'a':
      return () => takeNextSuggestion(row)
    case 'x':
      return () => actions.onToggle(row.id)
    case 'c':
      return isReady(row) ? () => actions.onOpen(row.id) : undefined
    case 'd':
      return isReady(row) ? () => actions.onDownload(row) : undefined
    case 'r':
      return canRetry(row) && !busy ? () => actions.onRetry([row.id]) : undefined
    case 'delete':
    case 'backspace':
      return busy ? undefined : () => actions.onRemove(row.id)
    default:
      return undefined
  }
}
