// What a person typed and has not saved, by page. Kept in memory while the app is open: a session that ends in the middle of
// it, or a look at another page, takes nothing away. Signing out does.
import { useState } from 'react'
import { currentSession } from './session'

const drafts = new Map<string, unknown>()

/** A piece of state that comes back for the same person on the same page. Undefined means: nothing is unsaved. */
export function useDraftOf<Draft>(page: string): [Draft | undefined, (next: Draft | undefined) => void] {
  const key = `${currentSession().user?.id} ${page}`
  const [draft, setDraft] = useState(() => drafts.get(key) as Draft | undefined)
  const change = (next: Draft | undefined) => {
    if (next === undefined) drafts.delete(key)
    else drafts.set(key, next)
    setDraft(next)
  }
  return [draft, change]
}

export function forgetDrafts(): void {
  drafts.clear()
}
