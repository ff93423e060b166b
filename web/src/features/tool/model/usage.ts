// The browser's own count of files sent to AI, for guests and per user. It is for display and an early
// answer; the server keeps the count that decides.
import type { Plan, Tier } from '@/api/types'
import { t } from '@/lib/messages'

interface LocalUsage {
  dailyFiles: number
  monthlyFiles: number
  lastDailyReset: string
  lastMonthlyReset: string
  tier: Tier
}

/** What counts of a record, be it the browser's or the server's. */
export type Used = Pick<LocalUsage, 'dailyFiles' | 'monthlyFiles'>

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** The record of today: counters start again with each calendar day and month. */
export function readUsage(storage: Store, owner: string, tier: Tier, now: Date): LocalUsage {
  const day = dayOf(now)
  const month = day.slice(0, 7)
  const stored = parse(storage.getItem(keyOf(owner)))
  return {
    dailyFiles: stored?.lastDailyReset === day ? stored.dailyFiles : 0,
    monthlyFiles: stored?.lastMonthlyReset === month ? stored.monthlyFiles : 0,
    lastDailyReset: day,
    lastMonthlyReset: month,
    tier,
  }
}

/** Adds files that a model has named. */
export function addUsage(storage: Store, owner: string, tier: Tier, files: number, now: Date): LocalUsage {
  const usage = readUsage(storage, owner, tier, now)
  usage.dailyFiles += files
  usage.monthlyFiles += files
  try {
    storage.setItem(keyOf(owner), JSON.stringify(usage))
  } catch {
    // Full or forbidden storage only costs the display.
  }
  return usage
}

/** How many names the plan still allows. */
export function namesLeft(used: Used, { limits }: Pick<Plan, 'limits'>): number {
  const left = (limit: number | null | undefined, files: number) => (limit == null ? Infinity : limit - files)
  return Math.max(0, Math.min(left(limits.dailyFiles, used.dailyFiles), left(limits.monthlyFiles, used.monthlyFiles)))
}

/** Why this many more files may not go to AI; null when they may. The day is tested first, then the month. */
export function usageDenial(usage: Used, { limits }: Pick<Plan, 'limits'>, files: number): string | null {
  const { dailyFiles, monthlyFiles } = limits
  if (dailyFiles != null && usage.dailyFiles + files > dailyFiles) {
    return t`Daily limit exceeded. You can process ${Math.max(0, dailyFiles - usage.dailyFiles)} more files today.`
  }
  if (monthlyFiles != null && usage.monthlyFiles + files > monthlyFiles) {
    return t`Monthly limit exceeded. You can process ${Math.max(0, monthlyFiles - usage.monthlyFiles)} more files this month.`
  }
  return null
}

function keyOf(owner: string): string {
  return `nomina.usage.${owner}`
}

function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function parse(text: string | null): LocalUsage | null {
  try {
    const value = JSON.parse(text ?? 'null') as LocalUsage | null
    return value && Number.isFinite(value.dailyFiles) && Number.isFinite(value.monthlyFiles) ? value : null
  } catch {
    return null
  }
}
