// Toasts and dialogs. Loaded right after the first paint: nobody needs them before, and they weigh as much as a page.
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'

export function Overlays() {
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      <Notifications position="bottom-right" limit={4} />
    </>
  )
}
