// The tool's toasts. Several lines stay several lines. A title is shown once: the same again takes its place, and an error
// leaves when its cause is gone.
import { type NotificationData, notifications } from '@mantine/notifications'

/** In the free strip at the top: the bottom edge belongs to the dock and its main button, the middle to the work. */
const PLACE = { position: 'top-right', closeButtonProps: { 'aria-label': 'Dismiss' } } as const

/** The toast on screen that has a title. */
const shown = new Map<string, string>()

export function toast(title: string, message: string): void {
  show({ title, message: lines(message), role: 'status', autoClose: readingTime(message) })
}

/** A destructive toast: something did not work. It stays long enough to be read. */
export function toastError(title: string, message: string): void {
  show({ title, message: lines(message), color: 'red', role: 'alert', autoClose: 2000 + readingTime(message) })
}

/** What the toast said is no longer so. */
export function leave(title: string): void {
  const id = shown.get(title)
  if (id) notifications.hide(id)
  shown.delete(title)
}

function show(toast: NotificationData & { title: string }): void {
  leave(toast.title)
  shown.set(toast.title, notifications.show({ ...PLACE, ...toast }))
}

function lines(message: string) {
  return <span style={{ whiteSpace: 'pre-line' }}>{message}</span>
}

function readingTime(message: string): number {
  return 4000 + message.split('\n').length * 1000
}
