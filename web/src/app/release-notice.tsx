// The notice of a new version. It stays until it is closed or followed.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'

/** `reload` is how this tab gets the new version: a service worker that waits has to take over first. */
export function showReleaseNotice(reload: () => void = () => window.location.reload()): void {
  notifications.show({
    id: 'release',
    title: 'A new version is here',
    message: (
      <>
        <p>Nomina was updated while this tab was open. Your images, names and options are kept.</p>
        <Button size="sm" onClick={reload}>
          Reload
        </Button>
      </>
    ),
    autoClose: false,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}
