// How many names the plan has left and how many a run will use: the day or the month, whichever ends first.
import type { Plan } from '@/api/types'
import type { Used } from '../model/usage'

interface Quota {
  left: number
  limit: number
  period: 'today' | 'this month'
}

/** Null where the plan has no limit. */
export function quotaOf(used: Used, { limits }: Pick<Plan, 'limits'>): Quota | null {
  const of = (limit: number | null | undefined, files: number, period: Quota['period']): Quota[] =>
    limit == null ? [] : [{ left: Math.max(0, limit - files), limit, period }]
  const both = [
    ...of(limits.dailyFiles, used.dailyFiles, 'today'),
    ...of(limits.monthlyFiles, used.monthlyFiles, 'this month'),
  ]
  return both.sort((a, b) => a.left - b.left)[0] ?? null
}

export function quotaText(quota: Quota | null, needed: number | null): string {
  const left = quota ? `${quota.left} of ${quota.limit} names left ${quota.period}` : 'Names without limit'
  if (needed === null) return left
  return `${left}, this run uses ${needed}`
}
