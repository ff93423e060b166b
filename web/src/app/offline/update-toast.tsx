// The offer of a new version. It stays until it is taken or dismissed.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'

export function offerUpdate(take: () => void): void {
  notifications.show({
    id: 'update',
    role: 'status',
    title: 'A new version is ready',
    message: (
      <Button size="compact-sm" variant="default" onClick={take}>
        Load it now
      </Button>
    ),
    closeButtonProps: { 'aria-label': 'Dismiss' },
    autoClose: false,
  })
}
