// What has left this device of the batch. It is kept with the batch, so that the screens say only what is known.
import { create } from 'zustand'
import { plural, t } from '@/lib/messages'

export interface Sent {
  /** Hashes of the images of which a reduced copy went to the server or to a naming service. */
  copies: readonly string[]
  /** Whether results went into the person's history. */
  results: boolean
  /** False for a batch of an earlier version, which did not write it down. */
  known: boolean
}

export const NOTHING_SENT: Sent = { copies: [], results: false, known: true }
export const UNKNOWN_SENT: Sent = { ...NOTHING_SENT, known: false }

export const useSent = create<Sent>(() => NOTHING_SENT)

/** Before the request goes: an answer that never comes does not bring the copy back. */
export function noteCopy(hash: string): void {
  useSent.setState(({ copies }) => (copies.includes(hash) ? {} : { copies: [...copies, hash] }))
}

export function noteResults(): void {
  if (!useSent.getState().results) useSent.setState({ results: true })
}

export function sentSentence({ copies, results, known }: Sent): string {
  if (!known) return t`Your images stay in this browser.`
  if (copies.length === 0 && !results) return t`Your images stay in this browser. Nothing has left your device so far.`
  const named =
    copies.length > 0
      ? t` Reduced copies of ${plural(copies.length, { one: '# image', other: '# images' })} were sent to be named.`
      : ''
  return t`Your images stay in this browser.${named}${results ? t` Results were saved to your history.` : ''}`
}
