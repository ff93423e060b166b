// The tool's toasts. Several lines stay several lines.
import { notifications } from '@mantine/notifications'

/** At the top: the bottom edge belongs to the dock and its main button. */
const PLACE = { position: 'top-center', closeButtonProps: { 'aria-label': 'Dismiss' } } as const

export function toast(title: string, message: string): void {
  notifications.show({ ...PLACE, title, message: lines(message), role: 'status', autoClose: readingTime(message) })
}

/** A destructive toast: something did not work. It stays long enough to be read. */
export function toastError(title: string, message: string): void {
  notifications.show({
    ...PLACE,
    title,
    message: lines(message),
    color: 'red',
    role: 'alert',
    autoClose: 2000 + readingTime(message),
  })
}

function lines(message: string) {
  return <span style={{ whiteSpace: 'pre-line' }}>{message}</span>
}

function readingTime(message: string): number {
  return 4000 + message.split('\n').length * 1000
}
