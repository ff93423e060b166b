// `make bench-tool`: a large batch through the real screens in headless Chromium (resize, text mark, WebP), beside the
// same job by a plain OffscreenCanvas pipeline in the same run. --pictures N: a smaller batch. See bench/tool/README.md.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { chromium } from '../../e2e/node_modules/@playwright/test/index.mjs'
import { browserPath } from '../../e2e/browser.mjs'
import { buildMeter, installPeers, OUT } from '../setup.mjs'
import { runOurs } from './ours.mjs'
import { runCanvas } from './peer.mjs'
import { batchOf } from './pictures.mjs'
import { print } from './report.mjs'
import { scores } from './score.mjs'
import { startServer } from './server.mjs'

const JOB = { text: '© Anna Lee 2026', textSize: 40, box: [1920, 1080], quality: 0.8 }
const SCORED = 40
const wanted = process.argv.indexOf('--pictures')
const count = wanted < 0 ? 250 : Number(process.argv[wanted + 1])

installPeers()
const meter = buildMeter()
const batch = await batchOf(count)
const zip = join(OUT, 'tool/ours.zip')
mkdirSync(join(OUT, 'tool'), { recursive: true })

const server = await startServer()
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-extensions', '--mute-audio'],
})
let ours
let canvas
// sharp reads no BMP, so those are not scored.
const scored = batch.flatMap((one, at) => (extname(one.source) === '.bmp' ? [] : [at])).slice(0, SCORED)
try {
  ours = await runOurs(browser, server, batch, JOB, zip)
  canvas = await runCanvas(browser, batch, JOB, scored)
} finally {
  await browser.close()
  await server.stop()
}

const made = unpacked(zip)
const triples = scored.map((at) => ({
  source: batch[at].source,
  ours: made.get(basename(batch[at].path)),
  theirs: canvas.files.get(at),
}))
console.log('bench-tool: scoring quality')
const quality = await scores(meter, triples)
const mean = (of) => quality.reduce((sum, one) => sum + of(one), 0) / quality.length
const alone = ours.phases.find((phase) => phase.name === 'pictures alone')
const result = {
  pictures: count,
  cameraSized: batch.filter((one) => one.isCamera).length,
  phases: ours.phases,
  ours: {
    ms: alone.ms,
    bytes: [...made.values()].reduce((sum, path) => sum + statSync(path).size, 0),
    quality: mean((one) => one.ours),
    peak: ours.peak,
  },
  canvas: {
    ms: canvas.ms,
    bytes: canvas.bytes.reduce((a, b) => a + b, 0),
    quality: mean((one) => one.theirs),
    peak: canvas.peak,
  },
}
writeFileSync(join(OUT, 'tool/result.json'), `${JSON.stringify(result, null, 2)}\n`)
print(result)

/** Old name -> unpacked file, by the manifest that travels in the ZIP. */
function unpacked(path) {
  const folder = join(OUT, 'tool/ours')
  rmSync(folder, { recursive: true, force: true })
  execFileSync('unzip', ['-q', path, '-d', folder])
  const { files } = JSON.parse(readFileSync(join(folder, 'nomina-manifest.json'), 'utf8'))
  return new Map(files.map((file) => [file.oldName, join(folder, file.path)]))
}
