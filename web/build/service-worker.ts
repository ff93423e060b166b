// Writes /sw.js: the service worker with the list of this build's files. The model stays out: it is fetched when somebody
// names on this device, and kept by the page.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const SOURCE = 'src/app/offline/worker.js'
// The landing page as the build draws it, and the empty page of all other addresses.
const ALSO = ['/', '/dashboard', '/icon.svg', '/manifest.webmanifest']
/** Latin letters are enough for our own words. */
const isWanted = (file: string) =>
  file.startsWith('assets/') &&
  !/vision-|(avif|avif-out|heic|jxl|places|tiff)-[^/]*\.wasm$|\.map$/.test(file) &&
  (!file.endsWith('.woff2') || /-latin-(?!ext)/.test(file))

export function serviceWorker(): Plugin {
  return {
    name: 'nomina-service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter(isWanted).sort()
      const worker = readFileSync(SOURCE, 'utf8')
      const version = createHash('sha256').update(files.join()).update(worker).digest('hex').slice(0, 16)
      const list = JSON.stringify([...ALSO, ...files.map((file) => `/${file}`)])
      const head = `const VERSION = '${version}'\nconst FILES = ${list}\n`
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: head + worker })
    },
  }
}
