// `node bench/png.mjs [FILE...]`: bytes and SSIMULACRA2 of compressed PNGs beside pngquant and oxipng -o 4, where these programs
// are installed. Without files: the drawn images of smooth.mjs and the screenshot of the documents.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { lineProcess } from './line-process.mjs'
import { qualityMeter } from './quality.mjs'
import { buildEngine, buildMeter, installPeers, OUT, ROOT } from './setup.mjs'
import { smooth } from './smooth.mjs'

installPeers()
const engine = lineProcess(buildEngine())
const meter = qualityMeter(buildMeter())
const named = process.argv.slice(2)
const drawn = async () => [...(await smooth()).map((image) => image.png.path), join(ROOT, 'docs/screenshot.png')]
const files = named.length > 0 ? named : await drawn()

const WAYS = {
  palette: (from, to) => ours(from, to, 0.8),
  pngquant: (from, to) => execFileSync('pngquant', ['--force', '--speed', '3', '--output', to, from]),
  lossless: (from, to) => ours(from, to, 1),
  oxipng: (from, to) => execFileSync('oxipng', ['-q', '-o', '4', '--strip', 'all', '--out', to, from]),
}

async function ours(file, out, pngQuality) {
  const options = { enableCompression: true, compressionQuality: 0.8, pngQuality, removeMetadata: true }
  const answer = JSON.parse(await engine.ask(JSON.stringify({ file, out, options })))
  if (answer.error) throw new Error(`${file}: ${answer.error}`)
}

const cells = Object.keys(WAYS).map((way) => way.padStart(18))
console.log(`${'bytes (SSIMULACRA2)'.padEnd(36)}${'source'.padStart(9)}${cells.join('')}`)
for (const file of files) {
  const row = []
  for (const [way, make] of Object.entries(WAYS)) {
    const out = join(OUT, `png-${way}-${basename(file)}`)
    try {
      await make(file, out)
      row.push(`${statSync(out).size} (${(await meter.score(file, out)).toFixed(1)})`)
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
      row.push('not installed')
    }
  }
  console.log(`${basename(file).padEnd(36)}${String(statSync(file).size).padStart(9)}${row.map((cell) => cell.padStart(18)).join('')}`)
}
engine.close()
meter.close()
