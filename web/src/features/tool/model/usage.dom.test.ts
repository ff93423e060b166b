import { expect, test } from 'vitest'
import { addUsage, readUsage, usageDenial } from './usage'

const plan = { limits: { dailyFiles: 50, monthlyFiles: 100 } } as never
const at = (text: string) => new Date(`${text}T12:00:00`)

test('the record has its documented fields and counts files', () => {
  addUsage(localStorage, 'guest', 'guest', 3, at('2026-11-15'))
  addUsage(localStorage, 'guest', 'guest', 2, at('2026-11-15'))
  expect(readUsage(localStorage, 'guest', 'guest', at('2026-11-15'))).toEqual({
    dailyFiles: 5,
    monthlyFiles: 5,
    lastDailyReset: '2026-11-15',
    lastMonthlyReset: '2026-11',
    tier: 'guest',
  })
})

test('a new day starts the day again, a new month both', () => {
  addUsage(localStorage, 'guest', 'guest', 5, at('2026-11-30'))
  addUsage(localStorage, 'guest', 'guest', 1, at('2026-11-30'))
  expect(readUsage(localStorage, 'guest', 'guest', at('2026-12-01'))).toMatchObject({ dailyFiles: 0, monthlyFiles: 0 })
  addUsage(localStorage, 'guest', 'guest', 4, at('2026-12-01'))
  expect(readUsage(localStorage, 'guest', 'guest', at('2026-12-02'))).toMatchObject({ dailyFiles: 0, monthlyFiles: 4 })
})

test('people have records of their own', () => {
  addUsage(localStorage, 'ann', 'starter', 4, at('2026-11-15'))
  expect(readUsage(localStorage, 'guest', 'guest', at('2026-11-15')).dailyFiles).toBe(0)
})

test('the day is tested before the month, each with its own sentence', () => {
  const usage = addUsage(localStorage, 'guest', 'guest', 45, at('2026-11-15'))
  expect(usageDenial(usage, plan, 5)).toBeNull()
  expect(usageDenial(usage, plan, 6)).toBe('Daily limit exceeded. You can process 5 more files today.')
  const month = { ...usage, dailyFiles: 0, monthlyFiles: 98 }
  expect(usageDenial(month, plan, 3)).toBe('Monthly limit exceeded. You can process 2 more files this month.')
  expect(usageDenial(month, { limits: {} } as never, 3)).toBeNull()
})

test('a broken record counts from nothing', () => {
  localStorage.setItem('nomina.usage.guest', 'null{')
  expect(readUsage(localStorage, 'guest', 'guest', at('2026-11-15')).dailyFiles).toBe(0)
})
