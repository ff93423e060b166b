// Starts the service worker after the page has settled, and offers an update instead of forcing it. A worker that waits is no
// proof of a new version (the first one waits for a moment too): the notice is shown only when the server hands out another one.
import { isOldTab } from '@/lib/new-release'

/** Long after the first paint: what it fetches must not compete with what the person waits for. */
const SETTLED_MS = 5_000

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const soon = () => setTimeout(() => void start(), SETTLED_MS)
  // A drawn page asks for its scripts after its first paint: it may be loaded before this runs.
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true })
}

async function start(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js')
    if (registration.waiting) void offer(registration.waiting)
    registration.addEventListener('updatefound', () => follow(registration.installing))
  } catch {
    // A browser that refuses (private mode, no storage) works online as before.
  }
}

function follow(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') void offer(worker)
  })
}

/** Without a controller this is the first visit: there is nothing to replace. */
export async function offer(worker: ServiceWorker, isOld = isOldTab): Promise<void> {
  if (!navigator.serviceWorker.controller || !(await isOld())) return
  const { showReleaseNotice } = await import('../release-notice')
  showReleaseNotice(() => takeOver(worker))
}

function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  worker.postMessage('take-over')
}
