// Progress in numbers and words: 0-50 % is the pass over known images, 50-100 % the one with AI. Where no image is known
// there is only the second, and it is the whole.
import { plural, t } from '@/lib/messages'

export interface Progress {
  pass: 'cached' | 'ai'
  /** Images handled in this pass, a large one in parts, and how many it has. */
  done: number
  total: number
  /** There is no other pass. */
  alone?: boolean
}

/** Whole percent, 0 to 100. */
export function percentOf({ pass, done, total, alone = false }: Progress): number {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  if (alone) return Math.floor(100 * share)
  return Math.floor((pass === 'cached' ? 0 : 50) + 50 * share)
}

/** A guess from the speed so far; null while there is too little to go by. */
export function secondsLeft(startedAt: number, now: number, finished: number, all: number): number | null {
  const elapsed = now - startedAt
  if (finished < 2 || elapsed < 1500 || finished >= all) return null
  return Math.max(1, Math.round(((elapsed / finished) * (all - finished)) / 1000))
}

/** "18 of 22 done, about 6 seconds left." */
export function progressSentence(finished: number, all: number, seconds: number | null): string {
  const done = t`${finished} of ${all} done`
  if (seconds === null) return `${done}.`
  if (seconds < 90) return t`${done}, about ${plural(seconds, { one: '# second', other: '# seconds' })} left.`
  return t`${done}, about ${plural(Math.round(seconds / 60), { one: '# minute', other: '# minutes' })} left.`
}
