// Names made on this device while the server could not be reached. They keep to the plan's limits as they were known here, and are
// counted on the server as soon as it answers; what it does not take today stays owed and is counted when the plan allows it.
import { answer, api } from '@/api/client'
import { currentSession, useSession } from '@/features/account/session/session'
import { plural, t } from '@/lib/messages'
import { localStore, type WebStorage } from '@/lib/web-storage'
import { toast } from '@/ui/toasts'
import { ownerOf, type Person } from '../model/tier'
import { readUsage, usageDenial } from '../model/usage'
import { UsageLimitReached } from '../naming/suggest-name'

/** Everybody owes for themselves: another person who signs in at this browser pays for nobody. */
const keyOf = (owner: string) => `nomina.owed-names.${owner}`
/** The server counts no more at once. */
const MOST_AT_ONCE = 1_000

interface Counter {
  /** How many more names the plan allows now. */
  left(): Promise<number>
  count(files: number): Promise<unknown>
}

export function owedNames(owner: string, storage: WebStorage = localStore): number {
  const number = Number(storage.getItem(keyOf(owner)))
  return Number.isInteger(number) && number > 0 ? number : 0
}

/** One more name without a server. @throws UsageLimitReached where this browser's own count says that the plan is used up. */
export function oweName(person: Person, storage: WebStorage = localStore, now = new Date()): void {
  const used = readUsage(storage, person.owner, person.plan.tier, now)
  const denial = usageDenial(used, person.plan, 1)
  if (denial) throw new UsageLimitReached(denial)
  write(storage, person.owner, owedNames(person.owner, storage) + 1)
}

/** Has counted what is owed, as far as the plan goes. Gives how many were counted and how many stay owed. */
export async function settleNames(
  owner: string,
  counter: Counter = server,
  storage: WebStorage = localStore,
): Promise<[number, number]> {
  const owed = owedNames(owner, storage)
  if (owed === 0) return [0, 0]
  const files = Math.min(owed, MOST_AT_ONCE, await counter.left())
  if (files > 0) await counter.count(files)
  // More may have been made meanwhile.
  write(storage, owner, owedNames(owner, storage) - files)
  return [files, owedNames(owner, storage)]
}

/** Settles for whoever is here, as soon as that is known and whenever the network is back. One tab does it. */
export function settleWhenOnline(): void {
  const settle = () => {
    const { status, user } = currentSession()
    if (status === 'loading' || !navigator.onLine) return
    void inOneTab(() => settleNames(ownerOf(user))).then(tell, () => undefined)
  }
  window.addEventListener('online', settle)
  useSession.subscribe(({ user }, before) => {
    if (before.status === 'loading' || user?.id !== before.user?.id) settle()
  })
  settle()
}

function tell([taken, left]: [number, number]): void {
  if (taken === 0) return
  const rest = left > 0 ? t` ${left} more will be counted when your plan allows it.` : ''
  const counted = plural(taken, {
    one: '# name made offline was counted.',
    other: '# names made offline were counted.',
  })
  toast(t`Back online`, `${counted}${rest}`)
}

async function inOneTab(work: () => Promise<[number, number]>): Promise<[number, number]> {
  if (!navigator.locks) return work()
  return navigator.locks.request('nomina-owed', { ifAvailable: true }, (lock) => (lock ? work() : [0, 0]))
}

function write(storage: WebStorage, owner: string, owed: number): void {
  if (owed > 0) storage.setItem(keyOf(owner), String(owed))
  else storage.removeItem(keyOf(owner))
}

const server: Counter = {
  async left() {
    const { dailyFiles, monthlyFiles, dailyLimit, monthlyLimit } = await answer(api.GET('/api/v1/usage'))
    const rest = (limit: number | null | undefined, used: number) =>
      limit == null ? MOST_AT_ONCE : Math.max(0, limit - used)
    return Math.min(rest(dailyLimit, dailyFiles), rest(monthlyLimit, monthlyFiles))
  },
  count: (files) => answer(api.POST('/api/v1/ai/count', { body: { files } })),
}
