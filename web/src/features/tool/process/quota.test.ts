import { beforeAll, expect, test } from 'vitest'
import type { Plan } from '@/api/types'
import { realRules } from '../testing/rules'
import { quotaOf, quotaText } from './quota'

let plans: readonly Plan[]
beforeAll(async () => {
  ;({ plans } = await realRules())
})
const plan = (tier: string) => plans.find((one) => one.tier === tier) as Plan

test('the limit that ends first is shown, with what the run will use', () => {
  const early = quotaOf({ dailyFiles: 12, monthlyFiles: 12 }, plan('guest'))
  expect(quotaText(early, 8)).toBe('38 of 50 names left today, this run uses 8')
  const late = quotaOf({ dailyFiles: 0, monthlyFiles: 90 }, plan('starter'))
  expect(quotaText(late, null)).toBe('10 of 100 names left this month')
})

test('what is used beyond the limit leaves nothing, and a plan without limits says so', () => {
  expect(quotaOf({ dailyFiles: 60, monthlyFiles: 60 }, plan('starter'))?.left).toBe(0)
  expect(quotaText(quotaOf({ dailyFiles: 60, monthlyFiles: 60 }, plan('enterprise')), 3)).toBe(
    'Unlimited names, this run uses 3',
  )
})
