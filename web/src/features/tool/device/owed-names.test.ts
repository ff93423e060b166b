import { beforeEach, expect, test, vi } from 'vitest'
import { available, type WebStorage } from '@/lib/web-storage'
import type { Person } from '../model/tier'
import { addUsage } from '../model/usage'
import { UsageLimitReached } from '../naming/suggest-name'
import { owedNames, oweName, settleNames } from './owed-names'

const guest = {
  plan: { tier: 'guest', limits: { dailyFiles: 3, monthlyFiles: 100 } },
  signedIn: false,
  owner: 'guest',
} as Person
const now = new Date(2026, 10, 16)
let storage: WebStorage

beforeEach(() => {
  storage = available(() => {
    throw new Error('in memory')
  })
})

test('without a server names are owed, up to what the plan allows this browser', () => {
  for (let made = 0; made < 3; made += 1) {
    oweName(guest, storage, now)
    addUsage(storage, 'guest', 'guest', 1, now)
  }
  expect(owedNames('guest', storage)).toBe(3)
  expect(() => oweName(guest, storage, now)).toThrow(UsageLimitReached)
  expect(() => oweName(guest, storage, now)).toThrow('Daily limit exceeded. You can process 0 more files today.')
  expect(owedNames('guest', storage)).toBe(3)
})

test('what is owed is counted once, as far as the plan goes, and the rest stays owed', async () => {
  for (let made = 0; made < 3; made += 1) oweName(guest, storage, now)
  const count = vi.fn(async () => undefined)
  expect(await settleNames('guest', { left: async () => 2, count }, storage)).toEqual([2, 1])
  expect(await settleNames('guest', { left: async () => 0, count }, storage)).toEqual([0, 1])
  expect(await settleNames('guest', { left: async () => 50, count }, storage)).toEqual([1, 0])
  expect(await settleNames('guest', { left: async () => 50, count }, storage)).toEqual([0, 0])
  expect(count.mock.calls).toEqual([[2], [1]])
})

test('a server that is gone again leaves everything owed', async () => {
  oweName(guest, storage, now)
  const gone = async () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(settleNames('guest', { left: async () => 9, count: gone }, storage)).rejects.toThrow()
  expect(owedNames('guest', storage)).toBe(1)
})

test('another person at the same browser pays for nobody', async () => {
  oweName(guest, storage, now)
  const count = vi.fn(async () => undefined)
  expect(await settleNames('ada', { left: async () => 9, count }, storage)).toEqual([0, 0])
  expect(count).not.toHaveBeenCalled()
  expect(owedNames('guest', storage)).toBe(1)
})
