// Our wasm module against OffscreenCanvas, wasm-vips and jSquash: each in a worker of its own in headless Chromium, one
// image at a time, in turns. Wall time inside the worker, from the file's bytes to the result's bytes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { JOBS, median } from './jobs.mjs'
import { fontsOf, sources } from './native.mjs'
import { findBrowser, OUT, PEERS, peer, ROOT } from './setup.mjs'

const MODULE = join(ROOT, 'web/src/engine/pkg/engine.wasm')
// Slow peers are run once an image: with five images the median still stands, and the bench stays under ten minutes.
const WORKERS = { ours: Infinity, canvas: Infinity, 'wasm-vips': 1, jsquash: 1 }
const TYPES = { '.html': 'text/html', '.mjs': 'text/javascript', '.js': 'text/javascript', '.wasm': 'application/wasm' }

export async function runBrowser(photos, { runs, only }) {
  const path = findBrowser()
  if (!path || !existsSync(MODULE)) {
    console.log(
      `bench: browser side left out: ${path ? 'run `make wasm` first' : 'no Chromium found (set NOMINA_BROWSER)'}`,
    )
    return { entries: [], memory: [] }
  }
  const server = await serve()
  const flags = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-extensions',
    '--mute-audio',
  ]
  const browser = await peer('playwright-core').chromium.launch({ executablePath: path, headless: true, args: flags })
  try {
    const page = await browser.newPage()
    page.on('console', (message) => console.log(`bench: page: ${message.text()}`))
    await page.goto(`http://localhost:${server.address().port}/bench/browser/page.html`)
    return await measure(page, photos, runs, only)
  } finally {
    await browser.close()
    server.close()
  }
}

async function measure(page, photos, runs, only) {
  const entries = []
  const refused = new Set()
  for (const [job, spec] of Object.entries(JOBS)) {
    if (spec.native || (only && !only.includes(job))) continue
    console.log(`bench: chromium ${job}`)
    for (const source of sources(photos, job, spec).slice(0, photos.length)) {
      const done = await inTurns(page, job, spec, source, runs, refused)
      for (const [name, result] of Object.entries(done)) {
        if (name !== 'ours') entries.push(entry(job, name, source, done.ours, result))
      }
    }
  }
  return { entries, memory: await memoryOf(page, photos) }
}

/** Every worker in turn, as often as it may; { worker: { ms, file, bytes } }. */
async function inTurns(page, job, spec, source, runs, refused) {
  const done = {}
  for (let run = 0; run < runs; run++) {
    for (const [worker, most] of Object.entries(WORKERS)) {
      if (run >= most || refused.has(`${worker} ${job}`)) continue
      const result = await ask(page, worker, job, spec, source, run === 0)
      if (result.error) {
        if (worker === 'ours') throw new Error(`${job} ${source.photo}: ${result.error}`)
        console.log(`bench: ${worker} cannot do ${job}: ${result.error}`)
        refused.add(`${worker} ${job}`)
        continue
      }
      done[worker] ??= { times: [] }
      done[worker].times.push(result.ms)
      if (run === 0) Object.assign(done[worker], keep(job, source, worker, spec.to, result.base64))
    }
  }
  return done
}

function ask(page, worker, job, spec, source, wanted) {
  const url = (path) => path.slice(ROOT.length)
  return page.evaluate((order) => globalThis.run(order), {
    worker,
    spec,
    kind: `${job} ${source.kind}`,
    picture: url(source.path),
    size: source.size,
    fonts: fontsOf(spec).map(url),
    wanted,
  })
}

function keep(job, source, worker, ending, base64) {
  const file = join(OUT, `${job}-${source.photo}-${source.kind}-chromium-${worker}.${ending}`)
  const bytes = Buffer.from(base64, 'base64')
  writeFileSync(file, bytes)
  return { file, bytes: bytes.length }
}

function entry(job, name, source, ours, theirs) {
  return {
    job,
    peer: name,
    where: 'chromium',
    ...source,
    oursMs: median(ours.times),
    peerMs: median(theirs.times),
    bytes: ours.bytes,
    peerBytes: theirs.bytes,
    oursFile: ours.file,
    peerFile: theirs.file,
  }
}

/** The memory of a fresh instance after the largest photo: a module's memory never shrinks, so this is its peak. */
async function memoryOf(page, photos) {
  const largest = photos.reduce((a, b) => (a.width * a.height > b.width * b.height ? a : b))
  const pixels = largest.width * largest.height
  const found = []
  for (const job of ['jpeg-jpeg-1080', 'jpeg-full']) {
    for (const kind of ['baseline', 'progressive']) {
      const source = { path: largest.jpeg[kind], size: [largest.width, largest.height] }
      const { memoryBytes } = await ask(page, 'ours', job, { ...JOBS[job], fresh: true }, source, false)
      found.push({ job, kind, photo: largest.name, pixels, oursBytes: memoryBytes, canvasBytes: pixels * 4 })
    }
  }
  return found
}

/** Serves the project's own files and the peers'; isolated, as wasm-vips shares memory between its threads. */
async function serve() {
  const server = createServer((request, response) => {
    const url = decodeURIComponent(new URL(request.url, 'http://localhost').pathname)
    const file = url.startsWith('/peers/') ? join(PEERS, 'node_modules', url.slice(7)) : join(ROOT, url)
    if (url.includes('..') || !existsSync(file)) return response.writeHead(404).end()
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream')
    response.end(extname(file) === '.js' ? resolved(readFileSync(file, 'utf8')) : readFileSync(file))
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  return server
}

/** Workers have no import maps: the one bare name that jSquash imports becomes a path. */
const resolved = (source) =>
  source.replaceAll(/(['"])wasm-feature-detect\1/g, "'/peers/wasm-feature-detect/dist/esm/index.js'")
