// The notice of a new version. It stays until it is closed or followed.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { t } from '@/lib/messages'

/** `reload` is how this tab gets the new version: a service worker that waits has to take over first. */
export function showReleaseNotice(reload: () => void = () => window.location.reload()): void {
  notifications.show({
    id: 'release',
    title: t`A new version is available`,
    message: (
      <>
        <p>{t`Nomina was updated while this tab was open. Your images, names and options are kept.`}</p>
        <Button size="sm" onClick={reload}>
          {t`Reload`}
        </Button>
      </>
    ),
    autoClose: false,
    role: 'status',
    closeButtonProps: { 'aria-label': t`Dismiss` },
  })
}
