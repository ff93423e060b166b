// The two kinds of toast that settings speak with.
import { notifications } from '@mantine/notifications'

export function toastDone(title: string, message: string): void {
  notifications.show({ title, message })
}

export function toastFailed(title: string, message: string): void {
  notifications.show({ title, message, color: 'red', role: 'alert', autoClose: 7000 })
}
