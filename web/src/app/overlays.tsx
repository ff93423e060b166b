// Where toasts are drawn. Loaded with the first of them: it weighs as much as a page.
import { Notifications } from '@mantine/notifications'

export function Overlays() {
  // Main buttons are at the right, at the top or in the dock: toasts are at the left, above whatever sticks to the bottom.
  return <Notifications position="bottom-left" limit={4} />
}
