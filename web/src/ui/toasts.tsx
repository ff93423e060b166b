// The toasts. Several lines stay several lines. None is lost: each stays for its time, and what does not fit on screen waits for
// its turn. One that is said again replaces itself, and an error leaves when the thing it speaks of is done.
import { Button } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import classes from './toasts.module.css'

const CLOSING = { closeButtonProps: { 'aria-label': 'Dismiss' } } as const

const UNDO_MS = 12_000

/** The toasts that are on screen or wait, by their title. */
const shown = new Map<string, Shown[]>()

interface Shown {
  id: string
  text: string
  error: boolean
}

/** What has worked, and the errors that are over with it. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  'Images Added': ['No images uploaded', 'No sample images'],
  'Success!': ['Error'],
  Success: ['Error'],
  'Template applied': ['Error'],
  'Template duplicated': ['Error'],
  'Settings Saved': ['Save Failed', 'Reset Failed'],
  'Settings Reset': ['Save Failed', 'Reset Failed'],
  'Settings Exported': ['Export Failed'],
  'Data Exported': ['Export Failed'],
  'Profile Updated': ['Update Failed'],
  'Mail sent': ['Mail not sent'],
  'Download Started': ['Access Denied', 'Download Failed'],
  'History Deleted': ['Delete Failed'],
  'Key Revoked': ['Revoke Failed'],
  'Link copied': ['The link could not be copied'],
  Copied: ['Copy Failed'],
  'Plan Upgraded!': ['Plan Change Failed'],
  'Plan Changed!': ['Plan Change Failed'],
}

export function toast(title: string, message: string): void {
  for (const error of ENDS[title] ?? []) leave(error)
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
        Undo
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
