// A name from this device's own model. The server is only asked to count it, afterwards: a failure costs nothing, and nothing about
// the image leaves. A name that may not be counted is not used; one that cannot be counted now, for want of a network, is owed.
import type { Description } from '@/api/types'
import type { DeviceModel } from '@/engine/device'
import { t } from '@/lib/messages'
import { seenOf } from '../model/seen'
import { ENGLISH, type Spelling } from '../naming/spelling'
import { patiently, type Send, type SuggestName } from '../naming/suggest-name'

export type Describe = (
  image: Blob,
  context: string,
  spelling: Spelling,
  signal: AbortSignal,
) => Promise<Description & { model?: DeviceModel }>

const PATH = '/api/v1/ai/count'

class Unreachable extends Error {}

/** `owe` writes down a name that could not be counted, or refuses it. */
export function deviceNamer(describe: Describe, send: Send, owe: () => void): SuggestName {
  return async ({ image, context, spelling = ENGLISH }, signal) => {
    const seen = await describe(image, context, spelling, signal)
    try {
      await patiently(() => count(send, signal), signal)
    } catch (cause) {
      if (!(cause instanceof Unreachable)) throw cause
      owe()
    }
    return { suggestedName: seen.name, alternatives: seen.alternatives, provider: 'device', seen: seenOf(seen) }
  }
}

async function count(send: Send, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  try {
    return await send(PATH, { method: 'POST', headers, body: JSON.stringify({ files: 1 }), signal })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new Unreachable(t`The name cannot be counted because the server cannot be reached`, { cause })
  }
}
