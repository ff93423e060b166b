// The toasts. Several lines stay several lines. None is lost: each stays for its time, and what does not fit on screen waits for
// its turn. One that is said again replaces itself, and an error leaves when the thing it speaks of is done.
import { Button } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import { t } from '@/lib/messages'
import classes from './toasts.module.css'

const CLOSING = { closeButtonProps: { 'aria-label': t`Dismiss` } } as const

const UNDO_MS = 12_000

/** The toasts that are on screen or wait, by their title. */
const shown = new Map<string, Shown[]>()

interface Shown {
  id: string
  text: string
  error: boolean
}

/** What has worked, and the errors that are over with it. */
const ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  [t`Images Added`, [t`No images uploaded`, t`No sample images`]],
  [t`Success!`, [t`Error`]],
  [t`Success`, [t`Error`]],
  [t`Template applied`, [t`Error`]],
  [t`Template duplicated`, [t`Error`]],
  [t`Settings Saved`, [t`Save Failed`, t`Reset Failed`]],
  [t`Settings Reset`, [t`Save Failed`, t`Reset Failed`]],
  [t`Settings Exported`, [t`Export Failed`]],
  [t`Data Exported`, [t`Export Failed`]],
  [t`Profile Updated`, [t`Update Failed`]],
  [t`Email sent`, [t`Email not sent`]],
  [t`Download Started`, [t`Access Denied`, t`Download Failed`]],
  [t`History Deleted`, [t`Delete Failed`]],
  [t`Key Revoked`, [t`Revoke Failed`]],
  [t`Link copied`, [t`The link could not be copied`]],
  [t`Copied`, [t`Copy Failed`]],
  [t`Plan Upgraded!`, [t`Plan Change Failed`]],
  [t`Plan Changed!`, [t`Plan Change Failed`]],
])

export function toast(title: string, message: string): void {
  for (const error of ENDS.get(title) ?? []) leave(error)
  show(message, { title, message: lines(message), role: 'status', autoClose: readingTime(message) })
}

/** A destructive toast: something did not work. It stays long enough to be read. */
export function toastError(title: string, message: string): void {
  show(message, { title, message: lines(message), color: 'red', role: 'alert', autoClose: 2000 + readingTime(message) })
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
        {t`Undo`}
      </Button>
    </span>
  )
  show(message, { title, message: way, role: 'status', autoClose: UNDO_MS })
}

/** What the toast said is no longer so. */
export function leave(title: string): void {
  for (const { id } of shown.get(title) ?? []) notifications.hide(id)
  shown.delete(title)
}

/** Good news under the same title is a newer state of the same thing; two errors under one title are two errors. */
function show(text: string, toast: NotificationData & { title: string }): void {
  const error = toast.role === 'alert'
  const before = shown.get(toast.title) ?? []
  const again = before.filter((one) => !(error && one.error) || one.text === text)
  for (const { id } of again) notifications.hide(id)
  const id = notifications.show({ ...CLOSING, ...toast })
  shown.set(toast.title, [...before.filter((one) => !again.includes(one)), { id, text, error }])
}

function lines(message: string) {
  return <span style={{ whiteSpace: 'pre-line' }}>{message}</span>
}

function readingTime(message: string): number {
  return 4000 + message.split('\n').length * 1000
}
