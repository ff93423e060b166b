// One stream of live changes for all tabs of a browser: the tab that holds the lock reads it and tells the others. A browser
// opens only six connections to a server, so a stream per tab would soon leave none for anything else.
import { followEvents, type ServerEvent } from './event-stream'

const PATH = '/api/v1/events'

interface LiveListener {
  onEvent: (event: ServerEvent) => void
  /** A connection stands again after a break: what happened meanwhile may be unknown. */
  onReturn: () => void
}

/** Follows the changes of one person's data. Returns the way to stop. */
export function followLive(owner: string, listener: LiveListener): () => void {
  const ending = new AbortController()
  const name = `nomina-live-${owner}`
  const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  const seen = { lastId: '', opened: false }
  const take = (event: ServerEvent) => {
    if (event.id) seen.lastId = event.id
    listener.onEvent(event)
  }
  const lead = () =>
    followEvents(PATH, {
      lastId: seen.lastId,
      signal: ending.signal,
      onEvent: (event) => {
        tabs?.postMessage(event)
        take(event)
      },
      onOpen: () => {
        if (seen.opened) listener.onReturn()
        seen.opened = true
      },
    })
  tabs?.addEventListener('message', ({ data }: MessageEvent<ServerEvent>) => take(data))
  void whenFirst(name, ending.signal, lead)
  return () => {
    ending.abort()
    tabs?.close()
  }
}

/** Does the work while no other tab does it; waits for its turn otherwise. */
async function whenFirst(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator) || !navigator.locks) return work()
  await navigator.locks.request(name, { signal }, work).catch((cause: unknown) => {
    if (!signal.aborted) throw cause
  })
}
