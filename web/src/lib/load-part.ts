// Parts of the app that are fetched when they are needed. A part that does not come is asked for a few times and then said
// to be missing: a page that asks for ever helps nobody.
import { t } from '@/lib/messages'

/** A part of the app could not be fetched. After a new release that is what an old tab meets. */
export class PartMissing extends Error {
  override name = 'PartMissing'
}

/** Ours, or what browsers say when a script of the app did not come. */
export function isMissingPart(error: unknown): boolean {
  if (error instanceof PartMissing) return true
  return error instanceof Error && /dynamically imported module|module script failed/i.test(error.message)
}

/** The pauses before the second and the third try. */
const PAUSES_MS = [400, 1600]

export async function loadPart<T>(
  load: () => Promise<T>,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await load()
    } catch {
      await pause(ms)
    }
  }
  return load().catch((cause) => {
    throw new PartMissing(t`A part of Nomina could not be loaded.`, { cause })
  })
}
