import { afterEach, expect, test } from 'vitest'
import { dateAndTime, longDate, showTimesIn } from './dates'

afterEach(() => showTimesIn(undefined))

test('SET-01: the chosen time zone decides how dates are shown', () => {
  const moment = '2026-03-01T23:30:00Z'
  showTimesIn('Asia/Tokyo')
  expect([longDate(moment), dateAndTime(moment)]).toEqual(['March 2, 2026', expect.stringContaining('8:30')])
  showTimesIn('America/New_York')
  expect([longDate(moment), dateAndTime(moment)]).toEqual(['March 1, 2026', expect.stringContaining('6:30')])
})

test('a time zone that the browser does not know changes nothing', () => {
  showTimesIn('Asia/Tokyo')
  showTimesIn('Mars/Olympus')
  expect(longDate('2026-03-01T23:30:00Z')).toBe('March 2, 2026')
})
