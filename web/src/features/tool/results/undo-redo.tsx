// Undo and redo, at the head of the bar whatever else it holds: with rows chosen they are where they always are.
import { Redo2, Undo2 } from 'lucide-react'
import { t } from '@/lib/messages'
import { useResults } from '../model/results-store'
import classes from './bar.module.css'
import { Tool } from './results-bar'

export function UndoRedo({ busy, onUndo, onRedo }: { busy: boolean; onUndo: () => void; onRedo: () => void }) {
  const undoable = useResults((state) => state.past.at(-1))
  const redoable = useResults((state) => state.future[0])
  return (
    <span className={classes.turns}>
      <Tool label={undoable ? t`Undo: ${undoable.label}` : t`Undo`} off={busy || !undoable} onClick={onUndo}>
        <Undo2 size={17} aria-hidden />
      </Tool>
      <Tool label={redoable ? t`Redo: ${redoable.label}` : t`Redo`} off={busy || !redoable} onClick={onRedo}>
        <Redo2 size={17} aria-hidden />
      </Tool>
    </span>
  )
}
