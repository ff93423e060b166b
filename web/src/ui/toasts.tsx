// The tool's toasts. Several lines stay several lines.
import { notifications } from '@mantine/notifications'

/** At the top: the bottom edge belongs to the dock and its main button. */
const PLACE = { position: 'top-center', closeButtonProps: { 'aria-label': 'Dismiss' } } as const

export function toast(title: string, message: string): void {
  notifications.show({ ...PLACE, title, message, role: 'status' })
}

/** A destructive toast: something did not work. It stays long enough to be read. */
export function toastError(title: string, message: string): void {
  const lines = message.split('\n').length
  notifications.show({
    ...PLACE,
    title,
    message: <span style={{ whiteSpace: 'pre-line' }}>{message}</span>,
    color: 'red',
    role: 'alert',
    autoClose: 6000 + lines * 1000,
  })
}
