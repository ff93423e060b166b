// Ctrl Z on the steps before the results, which have keys of their own.
import { useEffect } from 'react'
import { actionOf, isBusy } from '../parts/shortcuts'
import { redoHere, undoHere } from './take-out'

export function useUndoKeys(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return
    const press = (event: KeyboardEvent) => {
      const action = actionOf(event)
      if ((action !== 'undo' && action !== 'redo') || event.defaultPrevented || isBusy(event.target)) return
      event.preventDefault()
      if (action === 'undo') undoHere()
      else redoHere()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [enabled])
}
