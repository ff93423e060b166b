// Where toasts are drawn. Loaded with the first of them: it weighs as much as a page.
import { Notifications } from '@mantine/notifications'

export function Overlays() {
  // In the free strip at the top: the bottom edge belongs to the dock and its main button, the middle to the work.
  return <Notifications position="top-right" limit={4} />
}
