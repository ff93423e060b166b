// Notifications of the browser. Nobody is asked before they press something that says so.

type Permission = NotificationPermission | 'impossible'

export function noticePermission(): Permission {
  return typeof Notification === 'undefined' ? 'impossible' : Notification.permission
}

export async function allowNotices(): Promise<Permission> {
  return noticePermission() === 'default' ? Notification.requestPermission() : noticePermission()
}

/** Shown when it was agreed to; a click brings this tab back. */
export function notice(title: string, body: string): void {
  if (noticePermission() !== 'granted') return
  try {
    const shown = new Notification(title, { body, icon: '/icon-192.png', tag: 'nomina-run' })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch {
    // Phones refuse it outside a service worker; the title of the tab has said it.
  }
}
