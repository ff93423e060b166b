// What no other file uses is not exported, so that a reader knows who depends on a name.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '@/testing/source-files'

/** Generated, or declarations of modules that the build makes. */
const EXEMPT = /^src\/api\/schema\.ts$|\.d\.ts$|\.test\.tsx?$/
const BUILD = [
  'build/drawn-page.ts',
  'build/page-head.ts',
  'build/prerender.config.ts',
  'build/structured-data.ts',
  'vite.config.ts',
]
const EXPORTED = /^export (?:default )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm

test('every export is used by another file', () => {
  const files = [...sourceFiles(), ...BUILD].map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const words = files.map(({ path, text }) => ({ path, words: new Set(text.match(/\w+/g)) }))
  const needless = files
    .filter(({ path }) => path.startsWith('src/') && !EXEMPT.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORTED)]
        .map(([, name = '']) => name)
        .filter((name) => !words.some((other) => other.path !== path && other.words.has(name)))
        .map((name) => `${path}: ${name}`),
    )
  expect(needless).toEqual([])
})
