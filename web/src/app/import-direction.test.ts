// The arrows of the web app point one way: app -> features -> {engine, api, ui, lib}, and among those api -> lib, ui -> lib, engine -> lib.
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

test('imports go one way', () => {
  const wrong: string[] = []
  for (const file of sourceFiles()) {
    const from = file.split('/')[1] ?? ''
    const source = readFileSync(file, 'utf8')
    for (const [, specifier] of source.matchAll(/(?:from|import\(|import) ?['"]([^'"]+)['"]/g)) {
      const to = targetOf(file, specifier ?? '')?.split('/')[0]
      if (to && !MAY_IMPORT[from]?.includes(to)) wrong.push(`${file} imports ${specifier}`)
    }
  }
  expect(wrong).toEqual([])
})
