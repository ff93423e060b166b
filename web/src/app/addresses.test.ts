// The server answers 200 for exactly the addresses that the router draws; both lists are compared here.
import { readFileSync } from 'node:fs'
import type { AnyRoute } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { makeRouter } from './router'

/** Only some visitors have it, so the server decides each time. */
const BY_VISITOR = ['/dev/mailbox']

/** Full paths of all routes, a parameter as `*`. */
function addresses(route: AnyRoute): string[] {
  const children = Object.values((route.children ?? []) as Record<string, AnyRoute>)
  const own = route.id === '__root__' || route.id === '/site' ? [] : [route.fullPath as string]
  return [...own, ...children.flatMap(addresses)]
}

test('the router and the server know the same addresses', () => {
  const drawn = addresses(makeRouter().routeTree).map((path) => path.replace(/\$\w+/g, '*').replace(/(.)\/$/, '$1'))
  const known = readFileSync('../crates/server/src/features/assets/addresses.txt', 'utf8').trim().split('\n')
  // Sections of the dashboard are one line in the server's list.
  const pages = drawn.map((path) => (path.startsWith('/dashboard/') ? '/dashboard/*' : path))
  expect([...new Set(pages)].filter((path) => !BY_VISITOR.includes(path)).sort()).toEqual(known.sort())
})
