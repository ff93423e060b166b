// Imports point one way: app -> features -> {engine, api, ui, lib}; api -> lib, ui -> lib, engine -> {api, lib}.
// Features do not import each other, except account, which imports none of them. Inside tool and account the folders have an order.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from '@/testing/source-files'

const MAY_IMPORT: Record<string, readonly string[]> = {
  app: ['app', 'features', 'engine', 'api', 'ui', 'lib'],
  features: ['features', 'engine', 'api', 'ui', 'lib'],
  engine: ['engine', 'lib', 'api'],
  api: ['api', 'lib'],
  ui: ['ui', 'lib'],
  lib: ['lib'],
}

/** Folders from the lowest to the highest: each imports itself and what stands before it. Files beside the folders are the top. */
const FLOORS: Record<string, readonly string[]> = {
  'features/account': ['session', 'plans', 'pages'],
  'features/tool': [
    'model',
    'parts',
    'kept',
    'naming',
    'device',
    'process',
    'upload',
    'options',
    'preview',
    'configure',
    'results',
  ],
  'features/tool/results': ['edits', 'export', 'duplicates', 'better', 'table', 'cards', 'focus', 'dialogs'],
}

interface Import {
  from: string
  to: string
}

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('@/')) return specifier.slice(2)
  if (specifier.startsWith('.')) return join(dirname(file), specifier).replace(/^src\//, '')
  return undefined
}

/** Every import inside the app, as the paths below src/. Tests may reach for anything below app. */
function imports(): Import[] {
  return sourceFiles()
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(|import) ?['"]([^'"]+)['"]/g)].flatMap(
        ([, specifier]) => {
          const to = targetOf(file, specifier ?? '')
          return to ? [{ from: file.replace(/^src\//, ''), to }] : []
        },
      ),
    )
}

const ALL = imports()
const folder = (path: string, depth: number) => path.split('/')[depth] ?? ''

test('imports go one way', () => {
  const wrong = ALL.filter(({ from, to }) => !MAY_IMPORT[folder(from, 0)]?.includes(folder(to, 0)))
  expect(wrong).toEqual([])
})

test('a feature imports no other feature but account', () => {
  const between = ALL.filter(({ from, to }) => folder(from, 0) === 'features' && folder(to, 0) === 'features')
  const wrong = between.filter(({ from, to }) => ![folder(from, 1), 'account'].includes(folder(to, 1)))
  expect(wrong).toEqual([])
})

/** The floor of a path inside a place; the files beside its folders are above all of them. */
function floorOf(place: string, path: string): number {
  const [name = '', below] = path.slice(place.length + 1).split('/')
  return below === undefined ? Infinity : (FLOORS[place]?.indexOf(name) ?? -1)
}

test.each(Object.keys(FLOORS))('every folder of %s has a floor', (place) => {
  for (const name of FLOORS[place] ?? []) expect(existsSync(`src/${place}/${name}`), name).toBe(true)
  const without = ALL.filter(({ from }) => from.startsWith(`${place}/`) && floorOf(place, from) < 0)
  expect(without).toEqual([])
})

test.each(Object.keys(FLOORS))('imports inside %s go down', (place) => {
  const inside = ALL.filter(({ from, to }) => [from, to].every((path) => path.startsWith(`${place}/`)))
  expect(inside.length).toBeGreaterThan(0)
  expect(inside.filter(({ from, to }) => floorOf(place, to) > floorOf(place, from))).toEqual([])
})

test('no two folders import each other, even by way of others', () => {
  const arrows = new Map<string, Set<string>>()
  for (const { from, to } of ALL) {
    const [a, b] = [dirname(from), dirname(to)]
    // A folder and the folders inside it are one place here; their floors are checked above.
    if (a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)) continue
    arrows.set(a, (arrows.get(a) ?? new Set()).add(b))
  }
  expect(circleIn(arrows)).toBeNull()
})

/** One circle as the folders on it, or null. */
function circleIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>()
  const visit = (place: string, path: string[]): string[] | null => {
    if (path.includes(place)) return [...path.slice(path.indexOf(place)), place]
    if (done.has(place)) return null
    for (const next of arrows.get(place) ?? []) {
      const circle = visit(next, [...path, place])
      if (circle) return circle
    }
    done.add(place)
    return null
  }
  for (const place of arrows.keys()) {
    const circle = visit(place, [])
    if (circle) return circle
  }
  return null
}
