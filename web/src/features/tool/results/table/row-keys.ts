// What can be done to a row, and the key for each of it. They work from every control of the row, not only from its name;
// single letters mean nothing anywhere else.
import type { KeyboardEvent } from 'react'
import { takeNextSuggestion } from '../../model/edits'
import { canRetry, isReady, type ResultRow } from '../../model/row'

export interface RowActions {
  onOpen: (id: string) => void
  /** Shows it alone, with everything about it. */
  onFocus: (id: string) => void
  onDownload: (row: ResultRow) => void
  onRetry: (ids: string[]) => void
  /** Removes the row, or all chosen ones when it is one of them. */
  onRemove: (id: string) => void
  onToggle: (id: string) => void
}

/** The row or card that an event happened in; none where somebody types, and while its name is a field. */
export function rowOf(target: EventTarget): HTMLElement | null {
  const element = target as HTMLElement
  return element.closest('form, textarea, input:not([type=checkbox])')
    ? null
    : element.closest<HTMLElement>('[data-at]')
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
    case 'enter':
      // A button does what it says.
      return isTick(target) ? () => editName(target) : undefined
    case 'f2':
      return () => editName(target)
    case 'a':
      return () => takeNextSuggestion(row)
    case 'f':
      return () => actions.onFocus(row.id)
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

/** A row's tick is a column of its own: arrow keys stay in it. */
export function isTick(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox'
}

function editName(target: EventTarget): void {
  rowOf(target)?.querySelector<HTMLElement>('[data-name-at]')?.click()
}
