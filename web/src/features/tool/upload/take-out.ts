// One image leaves the batch, with a way back: a button for a while, Ctrl Z for as long as nothing else was changed.
import { t } from '@/lib/messages'
import { leave, toastUndo } from '@/ui/toasts'
import { redo, removeRows, undo } from '../kept/undo'
import type { Change } from '../model/changes'
import type { BatchImage } from '../model/image'
import { useResults } from '../model/results-store'
import { bringBack } from '../process/reset'

const TITLE = t`Image removed`

let last: Change | undefined
// Something else was changed since: the button would have nothing to do.
useResults.subscribe(({ past }) => {
  if (last && past.at(-1) !== last) forgetLast()
})

export function takeOut({ id, name }: BatchImage): void {
  removeRows([id])
  last = useResults.getState().past.at(-1)
  toastUndo(TITLE, name, undo)
}

function forgetLast(): void {
  last = undefined
  leave(TITLE)
}

/** Undo where only images are seen: names that were changed on the results screen stay as they are. */
export function undoHere(): void {
  if (bringBack() || !takesImages(useResults.getState().past.at(-1))) return
  undo()
}

export function redoHere(): void {
  if (takesImages(useResults.getState().future[0])) redo()
}

function takesImages(change: Change | undefined): boolean {
  return change !== undefined && change.images.length > 0
}
