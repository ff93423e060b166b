// The notice of a new version. It stays until it is closed or followed.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'

export function showReleaseNotice(): void {
  notifications.show({
    id: 'release',
    title: 'A new version is here',
    message: (
      <>
        <p>Nomina was updated while this tab was open. Pictures, names and options are kept.</p>
        <Button size="sm" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </>
    ),
    autoClose: false,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}
