// The tool's toasts. Several lines stay several lines. They do not pile up: good news makes room for whatever comes next, an
// error stays until it is read, closed, said again, or its cause is gone.
import { Button } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import classes from './toasts.module.css'

const CLOSING = { closeButtonProps: { 'aria-label': 'Dismiss' } } as const

const UNDO_MS = 12_000

/** The toasts on screen by their title. */
const shown = new Map<string, { id: string; error: boolean }>()

export function toast(title: string, message: string): void {
  show({ title, message: lines(message), role: 'status', autoClose: readingTime(message) })
}

/** A destructive toast: something did not work. It stays long enough to be read. */
export function toastError(title: string, message: string): void {
  show({ title, message: lines(message), color: 'red', role: 'alert', autoClose: 2000 + readingTime(message) })
}

/** Something is gone and can come back: it stays long enough to think again. Pressing the button is the end of it. */
export function toastUndo(title: string, message: string, undo: () => void): void {
  const press = () => {
    leave(title)
    undo()
  }
  const way = (
    <span className={classes.undo}>
      {lines(message)}
      <Button size="compact-md" variant="default" onClick={press}>
        Undo
      </Button>
    </span>
  )
  show({ title, message: way, role: 'status', autoClose: UNDO_MS })
}

/** What the toast said is no longer so. */
export function leave(title: string): void {
  const toast = shown.get(title)
  if (toast) notifications.hide(toast.id)
  shown.delete(title)
}

function show(toast: NotificationData & { title: string }): void {
  for (const [title, { error }] of shown) if (!error || title === toast.title) leave(title)
  const id = notifications.show({ ...CLOSING, ...toast })
  shown.set(toast.title, { id, error: toast.role === 'alert' })
}

function lines(message: string) {
  return <span style={{ whiteSpace: 'pre-line' }}>{message}</span>
}

function readingTime(message: string): number {
  return 4000 + message.split('\n').length * 1000
}
