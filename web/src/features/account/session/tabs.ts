// What tabs of this browser tell each other about the session.

type Message = 'signed-in' | 'signed-out'

const NAME = 'nomina-session'

let channel: BroadcastChannel | undefined

function open(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  channel ??= new BroadcastChannel(NAME)
  return channel
}

export function tellOtherTabs(message: Message): void {
  open()?.postMessage(message)
}

export function listenToOtherTabs(on: { signedIn: () => void; signedOut: () => void }): () => void {
  const here = open()
  const listener = (event: MessageEvent<Message>) => {
    if (event.data === 'signed-out') on.signedOut()
    if (event.data === 'signed-in') on.signedIn()
  }
  here?.addEventListener('message', listener)
  return () => here?.removeEventListener('message', listener)
}
