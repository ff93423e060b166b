// The browser of tests, screenshots and benchmarks. `scripts/browser` knows where it is and installs it.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

/** The path of Chromium; an error that says what to do where there is none. Programs that are started from here need not look again. */
export function browserPath() {
  const look = () => execFileSync(resolve(import.meta.dirname, '../scripts/browser'), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  process.env.NOMINA_BROWSER ||= look().trim()
  return process.env.NOMINA_BROWSER
}
