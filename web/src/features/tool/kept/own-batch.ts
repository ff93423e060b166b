// Which batch belongs to this tab. Tabs share one database, so each works on a batch of its own and what one clears is
// never another's. A batch whose tab was closed is taken up by the next tab that opens.
import { sessionStore } from '@/lib/web-storage'
import { one } from './database'

const KEY = 'nomina.batch'
/** A reload asks again while the page before it is still letting go. */
const RELOAD_MS = 1000

interface KnownBatch {
  id: string
  at: number
}

let mine: Promise<string> | undefined

export function ownBatch(): Promise<string> {
  mine ??= choose()
  return mine
}

async function choose(): Promise<string> {
  const last = sessionStore.getItem(KEY)
  const id = (last && (await claim(last, RELOAD_MS)) && last) || (await takeUp()) || (await begin())
  sessionStore.setItem(KEY, id)
  return id
}

/** The newest batch that no tab is working on. */
async function takeUp(): Promise<string | undefined> {
  const left = await one<KnownBatch[]>('batches', 'readonly', (store) => store.getAll()).catch(() => [])
  for (const { id } of left.sort((a, b) => b.at - a.at)) if (await claim(id)) return id
  return undefined
}

async function begin(): Promise<string> {
  const id = crypto.randomUUID()
  await claim(id)
  return id
}

/** Holds the batch as long as the page lives; false when another tab has it. */
export function claim(id: string, patienceMs = 0): Promise<boolean> {
  const { locks } = navigator
  // Browsers without locks cannot tell; the last tab to write wins there, as it always did.
  if (!locks) return Promise.resolve(true)
  const how = patienceMs > 0 ? { signal: AbortSignal.timeout(patienceMs) } : { ifAvailable: true }
  return new Promise((resolve) => {
    const held = locks.request(`nomina.batch.${id}`, how, (lock) => {
      resolve(lock !== null)
      return lock ? new Promise<void>(() => undefined) : undefined
    })
    held.catch(() => resolve(false))
  })
}
