// Where toasts are drawn. Loaded with the first of them: it weighs as much as a page.
import { Notifications } from '@mantine/notifications'

export function Overlays() {
  return <Notifications position="bottom-right" limit={4} />
}
