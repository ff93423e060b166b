// The app's own source files, for the tests that keep rules over all of them. Paths start with src/.
import { readdirSync } from 'node:fs'

export function sourceFiles(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `src/${file}`)
}
