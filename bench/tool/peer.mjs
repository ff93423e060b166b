// Runs the plain canvas pipeline over the same files in the same browser and keeps what it makes.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { OUT } from '../setup.mjs'
import { sampler } from './watch.mjs'

const TYPES = { '.html': 'text/html', '.mjs': 'text/javascript' }

/** { ms, bytes, files, peak }: `files` are those asked for by `keep`, by their place in the batch. */
export async function runCanvas(browser, batch, job, keep) {
  const server = createServer((request, response) => {
    const file = join(import.meta.dirname, new URL(request.url, 'http://localhost').pathname)
    if (!existsSync(file) || !TYPES[extname(file)]) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(file)] }).end(readFileSync(file))
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  const page = await browser.newPage()
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/canvas.html`)
    await page.locator('input').setInputFiles(batch.map((one) => one.path))
    const stop = await sampler(page)
    const done = await page.evaluate((wanted) => globalThis.run(wanted), job)
    const peak = await stop()
    return { ...done, peak, files: await kept(page, keep) }
  } finally {
    await page.close()
    server.close()
  }
}

async function kept(page, places) {
  const folder = join(OUT, 'tool/canvas')
  mkdirSync(folder, { recursive: true })
  const files = new Map()
  for (const at of places) {
    const path = join(folder, `${at}.webp`)
    writeFileSync(path, Buffer.from(await page.evaluate((place) => globalThis.output(place), at), 'base64'))
    files.set(at, path)
  }
  return files
}
