// The arrows of the web app point one way: app -> features -> {engine, api, ui, lib}, and among those api -> lib, ui -> lib, engine -> {api, lib}.
// Features do not import each other; all of them may ask who is there (account), which imports none of them.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from '@/lib/source-files'

const MAY_IMPORT: Record<string, readonly string[]> = {
  app: ['app', 'features', 'engine', 'api', 'ui', 'lib'],
  features: ['features', 'engine', 'api', 'ui', 'lib'],
  engine: ['engine', 'lib', 'api'],
  api: ['api', 'lib'],
  ui: ['ui', 'lib'],
  lib: ['lib'],
}

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('@/')) return specifier.slice(2)
  if (specifier.startsWith('.')) return join(dirname(file), specifier).replace(/^src\//, '')
  return undefined
}

/** Every import inside the app, as the paths below src/ of who imports and what. */
function imports(): { from: string; to: string }[] {
  return sourceFiles().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(|import) ?['"]([^'"]+)['"]/g)].flatMap(([, specifier]) => {
      const to = targetOf(file, specifier ?? '')
      return to ? [{ from: file.replace(/^src\//, ''), to }] : []
    }),
  )
}

const folder = (path: string, depth: number) => path.split('/')[depth] ?? ''

test('imports go one way', () => {
  const wrong = imports().filter(({ from, to }) => !MAY_IMPORT[folder(from, 0)]?.includes(folder(to, 0)))
  expect(wrong).toEqual([])
})

test('a feature imports no other feature but account', () => {
  const between = imports().filter(({ from, to }) => folder(from, 0) === 'features' && folder(to, 0) === 'features')
  const wrong = between.filter(({ from, to }) => ![folder(from, 1), 'account'].includes(folder(to, 1)))
  expect(wrong).toEqual([])
})
