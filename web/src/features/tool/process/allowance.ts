// What the plan still allows before a run begins: by the server's count and by the browser's own. Asking the server first also
// gives a guest the cookie under which all names of the run are counted, however many are asked for side by side.
import { answer, api } from '@/api/client'
import { localStore } from '@/lib/web-storage'
import type { Person } from '../model/tier'
import { namesLeft, readUsage, type Used, usageDenial } from '../model/usage'

interface Denial {
  message: string
  needed: number
  /** So many could still be named. */
  left: number
}

/** Null when all of them may be named. */
export async function denialFor(needed: number, person: Person, ask = serverUsage): Promise<Denial | null> {
  if (needed === 0) return null
  const server = await ask().catch(() => null)
  // Signed-in people are counted by the server alone, unless it cannot be reached.
  const local = person.signedIn && server ? null : readUsage(localStore, person.owner, person.plan.tier, new Date())
  const counts = [server, local].filter((used) => used !== null)
  const tight = counts.sort((a, b) => namesLeft(a, person.plan) - namesLeft(b, person.plan))[0]
  const message = tight ? usageDenial(tight, person.plan, needed) : null
  return tight && message ? { message, needed, left: namesLeft(tight, person.plan) } : null
}

function serverUsage(): Promise<Used> {
  return answer(api.GET('/api/v1/usage'))
}
