// The keys that mean something anywhere on the results screen: undo, redo, select all, select none, remove what is selected, help. Not while
// somebody types, and not behind a dialog.
import { useEffect, useRef } from 'react'
import { actionOf, isBusy, type ShortcutAction } from '../parts/shortcuts'

type ResultsKeys = Record<ShortcutAction, () => void>

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
