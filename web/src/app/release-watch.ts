// Tells a tab that has been open for long that there is a new version, when the person comes back to it.
import { isOldTab } from '@/lib/new-release'

/** The server is not asked more often than this. */
const EVERY_MS = 10 * 60 * 1000

export function watchReleases(now: () => number = Date.now): void {
  let asked = now()
  let told = false
  document.addEventListener('visibilitychange', async () => {
    if (told || document.visibilityState !== 'visible' || now() - asked < EVERY_MS) return
    asked = now()
    told = await isOldTab()
    if (told) (await import('./release-notice')).showReleaseNotice()
  })
}
