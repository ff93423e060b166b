import { expect, test } from 'vitest'
import type { BillingRecord, Plan } from '@/api/types'
import { formatCurrency, formatDollars, plainAmount } from '@/lib/money'
import { historyCsv } from './history-csv'
import { nextStep, offerOf } from './offer'

test('PLAN-13: money is formatted from cents in the way of en-US', () => {
  expect(formatCurrency(999, 'usd')).toBe('$9.99')
  expect(formatDollars(999)).toBe('$9.99')
  expect(formatCurrency(1499000, 'usd')).toBe('$14,990.00')
  expect(formatCurrency(-400, 'usd')).toBe('-$4.00')
  expect(formatCurrency(500, 'jpy')).toBe('¥500')
  expect(plainAmount(1499000, 'usd')).toBe('14990.00')
})

test('a spreadsheet gets text as text and numbers as numbers', () => {
  const record = {
    createdAt: '2026-11-15T10:00:00.000Z',
    description: '=HYPERLINK("x"), "quoted"',
    amount: -400,
    currency: 'usd',
    status: 'refunded',
    invoiceUrl: '/invoices/1',
  } as BillingRecord
  expect(historyCsv([record], 'https://nomina.example').split('\r\n')).toEqual([
    'Date,Description,Amount,Currency,Status,Invoice',
    `2026-11-15,"'=HYPERLINK(""x""), ""quoted""",-4.00,USD,refunded,https://nomina.example/invoices/1`,
    '',
  ])
})

test('PLAN-02, PLAN-15: each card offers the one thing that can be done', () => {
  const plan = (tier: string) => ({ tier, forSale: tier !== 'enterprise' }) as Plan
  const offers = (current: Plan['tier']) =>
    ['starter', 'essential', 'professional'].map((tier) => offerOf(plan(tier), current).label)
  expect(offers('guest')).toEqual(['Upgrade Now', 'Upgrade Now', 'Upgrade Now'])
  expect(offers('starter')).toEqual(['Current Plan', 'Upgrade Now', 'Upgrade Now'])
  expect(offers('essential')).toEqual(['Downgrade', 'Current Plan', 'Upgrade Now'])
  expect(offers('professional')).toEqual(['Downgrade', 'Downgrade', 'Current Plan'])
  expect(offers('enterprise')).toEqual(['Not Available', 'Not Available', 'Not Available'])
})

test("the main button is that of the first paid plan above one's own", () => {
  const plans = [0, 999, 1499].map(
    (priceCents, at) => ({ tier: ['starter', 'essential', 'professional'][at], priceCents, forSale: true }) as Plan,
  )
  const next = (['guest', 'starter', 'essential', 'professional', 'enterprise'] as const).map(
    (current) => nextStep(plans, current)?.tier,
  )
  expect(next).toEqual(['essential', 'essential', 'professional', undefined, undefined])
})
