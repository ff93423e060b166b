// The tool's toasts. Several lines stay several lines.
import { notifications } from '@mantine/notifications'

export function toast(title: string, message: string): void {
  notifications.show({ title, message, role: 'status' })
}

/** A destructive toast: something did not work. It stays long enough to be read. */
export function toastError(title: string, message: string): void {
  const lines = message.split('\n').length
  notifications.show({
    title,
    message: <span style={{ whiteSpace: 'pre-line' }}>{message}</span>,
    color: 'red',
    role: 'alert',
    autoClose: 6000 + lines * 1000,
  })
}
