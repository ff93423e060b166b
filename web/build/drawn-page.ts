// A drawn page, made of the build's empty one with the page's own head. Its styles stand in it, so that it paints with the server's first answer; its
// scripts are asked for after that paint (start.js), so that nothing competes with it. The server allows the inline scripts.
import { readFileSync } from 'node:fs'
import { SIGN_IN_MEMORY_KEY } from '../src/features/account/session/sign-in-memory.ts'

/** Files of the build, without a slash in front. */
export interface Parts {
  css: string[]
  scripts: string[]
}

interface Drawing {
  html: string
  /** What else belongs into the head. */
  head: string
  /** What stands behind the drawing. */
  after: string
}

const LINK = {
  entry: /<script type="module" crossorigin src="\/([^"]+)"><\/script>\s*/g,
  script: /<link rel="modulepreload" crossorigin href="\/([^"]+)">\s*/g,
  style: /<link rel="stylesheet" crossorigin href="\/([^"]+)">\s*/g,
}

export function drawnPage(shell: string, own: Parts, { html, head, after }: Drawing): string {
  const linked = (pattern: RegExp) => [...shell.matchAll(pattern)].flatMap(([, file]) => file ?? [])
  const styles = unique([...linked(LINK.style), ...own.css])
  const scripts = unique([...linked(LINK.entry), ...linked(LINK.script), ...own.scripts])
  // React puts the preloading of images first; that belongs into the head.
  const [, preloads = '', body = ''] = /^((?:<link[^>]*>)*)(.*)$/s.exec(html) ?? []
  return Object.values(LINK)
    .reduce((page, pattern) => page.replace(pattern, ''), shell)
    .replace('</head>', () => `${stylesOf(styles)}${preloads}${head}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>${after}`)
    .replace('</body>', () => `${later(scripts)}</body>`)
}

/** The rules themselves. A link that is switched off tells Vite's loader that a file's rules are here, and fetches nothing. */
function stylesOf(files: string[]): string {
  const rules = files.map((file) => readFileSync(`dist/${file}`, 'utf8')).join('')
  const here = files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`).join('')
  // Painted whole: half a page would move while the rest of it arrives.
  return `<link rel="expect" href="#root" blocking="render"><style>${rules}</style>${here}`
}

function later(files: string[]): string {
  return inline('start', `const FILES = ${JSON.stringify(files.map((file) => `/${file}`))}\n`)
}

/** A script of this folder as part of the page. */
export function inline(name: 'start' | 'below', before = ''): string {
  return `<script>${before}${readFileSync(`build/${name}.js`, 'utf8')}</script>`
}

/** On the sign-in page: whoever may be signed in waits for the answer instead of seeing the form flash by. */
export function returning(): string {
  const emptied = "document.getElementById('root').replaceChildren()"
  return `<script>try { if (localStorage.getItem('${SIGN_IN_MEMORY_KEY}') === 'yes') ${emptied} } catch {}</script>`
}

const unique = (files: string[]) => [...new Set(files)]
