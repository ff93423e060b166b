import { expect, test } from 'vitest'
import { ownPath } from './own-path'

test('a path of this site is kept with its query and hash', () => {
  expect(ownPath('/dashboard/jobs?page=2#top')).toBe('/dashboard/jobs?page=2#top')
})

test.each([
  undefined,
  '',
  'dashboard',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/ /evil.example',
  'https://evil.example/dashboard',
  'javascript:alert(1)',
  '/auth?redirect=/auth',
  '/.//evil.example',
])('%s becomes the dashboard', (wanted) => {
  expect(ownPath(wanted)).toBe('/dashboard')
})
