import { expect, test } from 'vitest'
import { thousands } from './thousands'

test.each([0, 7, 999, 1000, 12_500, 100_000, 1_234_567])('%d reads as English writes it', (number) => {
  expect(thousands(number)).toBe(number.toLocaleString('en-US'))
})
