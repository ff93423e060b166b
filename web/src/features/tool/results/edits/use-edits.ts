// Changing the results from the screen.
import { useCallback, useState } from 'react'
import { plural, t } from '@/lib/messages'
import { redo, removeRows, undo } from '../../kept/undo'
import type { Change } from '../../model/changes'
import type { ResultRow } from '../../model/row'

/** Undo, redo and removing, with the focus going on where the change was, and a sentence for those who listen. */
export function useEdits(shown: ResultRow[], chosen: readonly ResultRow[], busy: boolean) {
  const [goTo, setGoTo] = useState<{ at: number } | null>(null)
  const [said, say] = useState('')
  const removeAll = useCallback(
    (ids: string[]) => {
      setGoTo({ at: shown.findIndex(({ id }) => ids.includes(id)) })
      removeRows(ids)
      say(t`${plural(ids.length, { one: '# image', other: '# images' })} removed. Press Ctrl Z to undo.`)
    },
    [shown],
  )
  const onRemove = useCallback(
    (id: string) => removeAll(chosen.some((row) => row.id === id) ? chosen.map((row) => row.id) : [id]),
    [chosen, removeAll],
  )
  const remove = () => {
    if (!busy && chosen.length > 0) removeAll(chosen.map(({ id }) => id))
  }
  const step = (turn: () => Change | undefined, word: string) => () => {
    const change = busy ? undefined : turn()
    if (!change) return
    say(`${word}: ${change.label}`)
    const at = shown.findIndex(({ id }) => change.after.has(id))
    if (at >= 0) setGoTo({ at })
  }
  return { goTo, said, say, removeAll, onRemove, remove, undo: step(undo, t`Undone`), redo: step(redo, t`Redone`) }
}
