// Whether this device has no network, as far as the browser knows: it is sure only when it says so.
import { useSyncExternalStore } from 'react'

export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false
}

/** Draws again when the network goes or comes back. */
export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, () => false)
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
