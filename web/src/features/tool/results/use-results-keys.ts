// The keys that mean something anywhere on the results screen: undo, redo, select all, select none, remove what is selected, help. Not while
// somebody types, and not behind a dialog.
import { useEffect, useRef } from 'react'

export interface ResultsKeys {
  undo: () => void
  redo: () => void
  all: () => void
  none: () => void
  /** A row that has the focus answers to the key itself. */
  remove: () => void
  help: () => void
}

export function useResultsKeys(actions: ResultsKeys): void {
  const current = useRef(actions)
  useEffect(() => {
    current.current = actions
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isBusy(event.target)) return
      const action = actionOf(event)
      if (!action) return
      event.preventDefault()
      current.current[action]()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

const PLAIN: Record<string, keyof ResultsKeys> = { '?': 'help', escape: 'none', delete: 'remove' }

export function actionOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): keyof ResultsKeys | undefined {
  const key = event.key.toLowerCase()
  if (event.altKey) return undefined
  if (!event.ctrlKey && !event.metaKey) return PLAIN[key]
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  if (key === 'y') return 'redo'
  return key === 'a' && !event.shiftKey ? 'all' : undefined
}

const TEXT = 'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]'

export function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]')) return true
  return target instanceof Element && target.closest(TEXT) !== null
}
