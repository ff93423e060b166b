// The second half of `npm run build`: draws the public pages with the app's own code (src/app/prerender.tsx) and writes each as
// dist/pages/NAME.html (drawn-page.ts). Other pages that may be found are empty ones with a head of their own (page-head.ts);
// index.html stays the empty page of every other address.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { Window } from 'happy-dom'
import { defineConfig, type Plugin } from 'vite'
import { drawnPage, inline, type Parts, returning } from './drawn-page.ts'
import { withHead } from './page-head.ts'
import { rules } from './rules.ts'
import { structuredData } from './structured-data.ts'

const OUT = 'node_modules/.prerender'
const DIST = 'dist'
/** Where each page's code is, and the name of its file: the server knows them by the same names. */
const PAGES: { path: string; name: string; source: string; after?: string }[] = [
  { path: '/', name: 'home', source: 'src/app/home.tsx' },
  { path: '/auth', name: 'auth', source: 'src/features/account/pages/auth-page.tsx', after: returning() },
  { path: '/terms', name: 'terms', source: 'src/features/landing/terms-page.tsx' },
  { path: '/privacy', name: 'privacy', source: 'src/features/landing/privacy-page.tsx' },
]
/** Not drawn: they depend on more than their address. */
const EMPTY_PAGES = [
  { path: '/auth?mode=signup', name: 'signup' },
  { path: '/docs/api', name: 'api' },
]

/** The landing page shows names: asked for only when they are laid out, their font would have it laid out twice. */
const NAMES_FONT = 'node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'

type Render = (path: string) => Promise<{ title: string; html: string }>
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** The files that a page needs beside the entry's. */
function partsOf(manifest: Manifest, source: string): Parts {
  const seen = new Set<string>()
  const walk = (key: string): void => {
    if (seen.has(key) || key === 'index.html') return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) walk(next)
  }
  walk(source)
  const chunks = [...seen].flatMap((key) => manifest[key] ?? [])
  return { css: chunks.flatMap(({ css }) => css ?? []), scripts: chunks.map(({ file }) => file) }
}

function preloadOf(manifest: Manifest, source: string): string {
  const found = manifest[source]
  if (!found) throw new Error(`The build has no ${source}`)
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${found.file}">`
}

/** The app's code expects a browser's globals; it draws as it would there, so that React can take the page over. */
function pretendToBeABrowser(): void {
  const window = new Window({ url: 'http://localhost/' })
  for (const name of ['window', 'self', 'document', 'history', 'location', 'sessionStorage', 'localStorage'] as const) {
    Object.defineProperty(globalThis, name, { value: window[name], configurable: true })
  }
  for (const name of ['addEventListener', 'removeEventListener'] as const) {
    Object.defineProperty(globalThis, name, { value: window[name].bind(window), configurable: true })
  }
}

async function writePages(): Promise<void> {
  pretendToBeABrowser()
  const { render } = (await import(pathToFileURL(`${OUT}/prerender.js`).href)) as { render: Render }
  const manifest = JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8')) as Manifest
  const shell = readFileSync(`${DIST}/index.html`, 'utf8')
  mkdirSync(`${DIST}/pages`, { recursive: true })
  for (const { path, name, source, after = '' } of PAGES) {
    const { title, html } = await render(path)
    const head = path === '/' ? `${inline('below')}${preloadOf(manifest, NAMES_FONT)}${await structuredData()}` : ''
    const page = drawnPage(withHead(shell, path, title), partsOf(manifest, source), { html, head, after })
    writeFileSync(`${DIST}/pages/${name}.html`, page)
  }
  for (const { path, name } of EMPTY_PAGES) {
    const { title } = await render(path)
    writeFileSync(`${DIST}/pages/${name}.html`, withHead(shell, path, title))
  }
  rmSync(`${DIST}/.vite`, { recursive: true })
}

/** The first page's scripts and styles as small as Brotli makes them: too slow for a server to do while somebody waits. */
async function squeezeFirstPage(): Promise<void> {
  const files = readFileSync(`${DIST}/pages/home.html`, 'utf8').match(/assets\/[\w.-]+\.(?:js|css)/g) ?? []
  await Promise.all([...new Set(files)].map((file) => squeeze(`${DIST}/${file}`)))
}

async function squeeze(path: string): Promise<void> {
  await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path)))
}

function pages(): Plugin {
  return {
    name: 'nomina-pages',
    async closeBundle() {
      await writePages()
      await squeezeFirstPage()
      // What the app starts in a browser (timers, listeners) does not end by itself.
      process.exit(0)
    },
  }
}

export default defineConfig({
  plugins: [react(), rules(), pages()],
  resolve: { alias: { '@': fileURLToPath(new URL('../src', import.meta.url)) } },
  // The browser's halves of all packages: the drawing must not differ by a mark from what the browser expects.
  ssr: { noExternal: true, resolve: { conditions: ['browser', 'module', 'import', 'default', 'production'] } },
  build: {
    ssr: 'src/app/prerender.tsx',
    outDir: OUT,
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})
