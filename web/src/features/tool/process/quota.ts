// How many names the plan has left and how many a run will use: the day or the month, whichever ends first.
import type { Plan } from '@/api/types'
import { t } from '@/lib/messages'
import type { Used } from '../model/usage'

interface Quota {
  left: number
  limit: number
  period: 'day' | 'month'
}

/** Null where the plan has no limit. */
export function quotaOf(used: Used, { limits }: Pick<Plan, 'limits'>): Quota | null {
  const of = (limit: number | null | undefined, files: number, period: Quota['period']): Quota[] =>
    limit == null ? [] : [{ left: Math.max(0, limit - files), limit, period }]
  const both = [
    ...of(limits.dailyFiles, used.dailyFiles, 'day'),
    ...of(limits.monthlyFiles, used.monthlyFiles, 'month'),
  ]
  return both.sort((a, b) => a.left - b.left)[0] ?? null
}

export function quotaText(quota: Quota | null, needed: number | null): string {
  const left = leftText(quota)
  return needed === null ? left : t`${left}, this run uses ${needed}`
}

function leftText(quota: Quota | null): string {
  if (!quota) return t`Unlimited names`
  const { left, limit, period } = quota
  return period === 'day' ? t`${left} of ${limit} names left today` : t`${left} of ${limit} names left this month`
}
