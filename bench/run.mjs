// `make bench`: our engine beside sharp natively and beside OffscreenCanvas, wasm-vips and jSquash in Chromium.
// --quick: fewer runs and images. --native, --browser: one side only. --jobs a,b: only these. --runs N.
import { runBrowser } from './browser.mjs'
import { JOBS } from './jobs.mjs'
import { runNative } from './native.mjs'
import { photos } from './photos.mjs'
import { qualityMeter } from './quality.mjs'
import { print, rows, write } from './report.mjs'
import { smooth } from './smooth.mjs'
import { buildEngine, buildMeter, installPeers } from './setup.mjs'

const flag = (name) => process.argv.includes(name)
const value = (name) => process.argv[process.argv.indexOf(name) + 1]
const only = flag('--jobs') ? value('--jobs').split(',') : undefined
const unknown = only?.filter((job) => !(job in JOBS)) ?? []
if (unknown.length > 0) {
  console.error(`bench: no such job: ${unknown.join(', ')}. There are: ${Object.keys(JOBS).join(', ')}`)
  process.exit(2)
}

// Everything is built before the first measurement, so that no compiler runs beside it.
installPeers()
const engine = flag('--browser') ? undefined : buildEngine()
const program = buildMeter()
const pictures = (await photos()).slice(0, flag('--quick') ? 2 : undefined)
pictures.smooth = await smooth()
// `--runs N`: fewer rounds on a slow machine.
const rounds = (otherwise) => (flag('--runs') ? Number(value('--runs')) : otherwise)
const runs = rounds(flag('--quick') ? 2 : 5)
const entries = []
let memory = []
if (engine) entries.push(...(await runNative(engine, pictures, { runs, only })))
if (!flag('--native')) {
  const measured = await runBrowser(pictures, { runs: rounds(flag('--quick') ? 1 : 3), only })
  entries.push(...measured.entries)
  memory = measured.memory
}

const part = only !== undefined || flag('--native') || flag('--browser')
// Ratios are kept even when scoring is broken off.
write(rows(entries), entries, part)
console.log('bench: scoring quality')
const meter = qualityMeter(program)
for (const entry of entries) {
  entry.quality = await meter.score(entry.path, entry.oursFile)
  entry.peerQuality = await meter.score(entry.path, entry.peerFile)
}
meter.close()

const result = rows(entries)
write(result, entries, part)
print(result, entries, memory)
