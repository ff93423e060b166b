import { beforeEach, expect, test } from 'vitest'
import { localStore } from '@/lib/web-storage'
import type { Person } from '../model/tier'
import { addUsage } from '../model/usage'
import { denialFor } from './allowance'

const guest = {
  plan: { tier: 'guest', limits: { dailyFiles: 50, monthlyFiles: 100 } },
  signedIn: false,
  owner: 'guest',
} as Person
const used =
  (dailyFiles: number, monthlyFiles = dailyFiles) =>
  async () => ({ dailyFiles, monthlyFiles })
const nobody = async () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => localStore.removeItem('nomina.usage.guest'))

test('what fits is allowed', async () => {
  expect(await denialFor(5, guest, used(45))).toBeNull()
  expect(await denialFor(0, guest, used(50))).toBeNull()
})

test('a batch larger than what is left is told how many still fit', async () => {
  expect(await denialFor(12, guest, used(45))).toEqual({
    message: 'Daily limit exceeded. You can process 5 more files today.',
    needed: 12,
    left: 5,
  })
  expect(await denialFor(12, guest, used(0, 97))).toMatchObject({ left: 3 })
})

test('the tighter of the two counts holds; without a server the browser’s own', async () => {
  addUsage(localStore, 'guest', 'guest', 48, new Date())
  expect(await denialFor(5, guest, used(0))).toMatchObject({ left: 2 })
  expect(await denialFor(5, guest, nobody)).toMatchObject({ left: 2 })
})

test('signed-in people are counted by the server, and by the browser where there is none', async () => {
  addUsage(localStore, 'someone', 'starter', 50, new Date())
  const someone = { ...guest, signedIn: true, owner: 'someone' }
  expect(await denialFor(5, someone, used(0))).toBeNull()
  expect(await denialFor(5, someone, nobody)).toMatchObject({ left: 0 })
})
