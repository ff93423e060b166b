// The naming model beside LiteRT and ONNX Runtime on the same graphs (processor time, one thread), and whole names in a
// worker of Chromium. Adds the rows that have a peer to bench/results.json. --quick: fewer runs. --native, --browser: one side only.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, resolve } from 'node:path'
import { median } from './jobs.mjs'
import { DRIVER, findBrowser, installPeers, peer, ROOT } from './setup.mjs'

const MODELS = join(ROOT, 'assets/models')
const PACKAGES = ['ai-edge-litert==2.3.0', 'onnxruntime==1.31.1', 'numpy']
const PEER = { classifier: 'litert', detector: 'litert', 'text-finder': 'onnxruntime', 'text-reader': 'onnxruntime' }
/** What a name in a worker may take, in processor time: other programs on the machine do not count. Quick and best names. */
const GOAL_MS = { quick: 200, best: 400 }
const GOAL_MB = { quick: 150, best: 300 }
const TYPES = { '.html': 'text/html', '.mjs': 'text/javascript', '.wasm': 'application/wasm' }

const flag = (name) => process.argv.includes(name)
if (flag('--jobs')) process.exit(0)
if (!['nomina-vision.bin', 'nomina-text.bin', 'nomina-best.bin'].every((file) => existsSync(join(MODELS, file)))) {
  console.log('bench: vision left out: the weights are not there; run scripts/fetch-models')
  process.exit(0)
}
const rows = []
if (!flag('--browser')) rows.push(...native(flag('--quick') ? 1 : 3))
if (!flag('--native')) await browser(flag('--quick') ? 6 : 100)
write(rows)

/** Ours and the peers in turns; the median of the rounds. */
function native(rounds) {
  const [ours, theirs] = [buildOurs(), installPython()]
  const times = { ours: {}, theirs: {} }
  for (let round = 0; round < rounds; round++) {
    for (const [who, command] of Object.entries({ ours, theirs })) {
      const [program, ...rest] = [...command, MODELS, '15']
      const result = JSON.parse(execFileSync(program, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      for (const [network, ms] of Object.entries(result)) (times[who][network] ??= []).push(ms)
    }
  }
  for (const network of Object.keys(times.ours).filter((network) => !(network in PEER)))
    console.log(`vision-native ${network.padEnd(12)} no peer        ours ${median(times.ours[network]).toFixed(1)} ms`)
  return Object.entries(PEER).map(([network, name]) => {
    const [oursMs, peerMs] = [median(times.ours[network]), median(times.theirs[network])]
    const ratio = peerMs / oursMs
    console.log(`vision-native ${network.padEnd(12)} ${name.padEnd(12)} ${ratio.toFixed(2)}x  ours ${oursMs.toFixed(1)} ms, peer ${peerMs.toFixed(1)} ms`)
    return row('vision-native', name, 'native', ratio, { network, ours_ms: round(oursMs), peer_ms: round(peerMs) })
  })
}

function buildOurs(example = 'networks') {
  const args = ['build', '--quiet', '--release', '--locked', '-p', 'nomina-vision', '--no-default-features', '--features', 'bench', '--example', example]
  execFileSync('cargo', args, { cwd: ROOT, stdio: 'inherit' })
  return [join(resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target'), 'release/examples', example)]
}

function installPython() {
  const venv = join(ROOT, '.tools/bench-vision')
  const python = join(venv, 'bin/python')
  if (!existsSync(python)) execFileSync('python3', ['-m', 'venv', venv], { stdio: 'inherit' })
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES], { stdio: 'inherit' })
  return [python, join(ROOT, 'bench/vision_peers.py')]
}

/** Names of shared photos in one worker, as the web app makes them: the reduced copy, then its words. */
async function browser(count) {
  const path = findBrowser()
  const folder = join(resolve(ROOT, process.env.NOMINA_IMAGES ?? '../shared/images'), 'photos')
  const built = ['vision', 'vision-relaxed'].every((name) => existsSync(join(ROOT, `web/src/engine/pkg/${name}.wasm`)))
  if (!path || !existsSync(folder) || !built) {
    console.log('bench: vision in the browser left out: it needs Chromium, the test pictures and `make wasm`')
    return
  }
  installPeers(DRIVER)
  const photos = spread(readdirSync(folder).sort(), count)
  const server = await serve(folder)
  const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-extensions']
  const { chromium } = peer('playwright-core')
  const launched = await chromium.launchServer({ executablePath: path, headless: true, args: flags })
  try {
    const page = await (await chromium.connect(launched.wsEndpoint())).newPage()
    await page.goto(`http://localhost:${server.address().port}/bench/browser/vision.html`)
    for (const speed of ['quick', 'best']) {
      const nameAll = (names) => page.evaluate(([names, best]) => globalThis.nameAll(names, best), [names, speed === 'best'])
      // The first photos are named by code that is not yet compiled well.
      await nameAll(photos.slice(0, 3))
      const before = processorMs(launched.process().pid)
      const result = await nameAll(photos)
      const cpuMs = (processorMs(launched.process().pid) - before) / photos.length
      report({ ...result, speed, cpuMs, nativeMs: nativeMs(photos.map((photo) => join(folder, photo)), speed) })
    }
  } finally {
    await launched.close()
    server.close()
  }
}

/** Processor time of a process and of all that it started. */
function processorMs(pid) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap(statOf)
  const family = new Set([pid])
  for (let before = 0; before !== family.size; ) {
    before = family.size
    for (const one of all) if (family.has(one.parent)) family.add(one.pid)
  }
  return all.filter((one) => family.has(one.pid)).reduce((sum, one) => sum + one.ms, 0)
}

function statOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return [{ pid: Number(pid), parent: Number(fields[1]), ms: 10 * (Number(fields[11]) + Number(fields[12])) }]
  } catch {
    return []
  }
}

/** Processor time of a name natively, decoding included and loading left out. */
function nativeMs(files, speed) {
  const [program] = buildOurs('names')
  const cpuMs = (some) => {
    const timed = spawnSync('bash', ['-c', 'TIMEFORMAT="%U %S"; time "$@" >/dev/null', 'bash', program, ...(speed === 'quick' ? ['--quick'] : []), MODELS, ...some], { encoding: 'utf8' })
    return timed.stderr.trim().split('\n').at(-1).split(' ').reduce((sum, seconds) => sum + 1000 * Number(seconds), 0)
  }
  return (cpuMs(files) - cpuMs([])) / files.length
}

function report({ times, speed, loops, memoryBytes, loadMs, cpuMs, nativeMs }) {
  const [ms, slowest] = [median(times), Math.max(...times)]
  const memory = memoryBytes / 2 ** 20
  const good = cpuMs <= GOAL_MS[speed] && memory < GOAL_MB[speed] ? 'reached' : 'MISSED'
  console.log(
    `vision-worker chromium, ${speed} names (loops: ${loops}): ${cpuMs.toFixed(0)} ms of processor time a photo (goal ${GOAL_MS[speed]}; natively ${nativeMs.toFixed(0)}), ${ms.toFixed(0)} ms by the clock (median of ${times.length}, slowest ${slowest.toFixed(0)}), ${memory.toFixed(0)} MB (goal under ${GOAL_MB[speed]}), model ready in ${loadMs.toFixed(0)} ms: ${good}`,
  )
}

async function serve(photos) {
  const server = createServer((request, response) => {
    const url = decodeURIComponent(new URL(request.url, 'http://localhost').pathname)
    const file = url.startsWith('/photos/') ? join(photos, url.slice(8)) : join(ROOT, url)
    if (url.includes('..') || !existsSync(file)) return response.writeHead(404).end()
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream')
    response.end(readFileSync(file))
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  return server
}

function row(job, name, where, ratio, more) {
  return { job, peer: name, where, ratio: round(ratio, 2), bytes: null, peer_bytes: null, quality: null, quality_delta: null, ...more }
}

/** Replaces the rows of an earlier run. */
function write(rows) {
  const file = join(ROOT, 'bench/results.json')
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const jobs = new Set(rows.map(({ job }) => job))
  writeFileSync(file, `${JSON.stringify([...before.filter(({ job }) => !jobs.has(job)), ...rows], null, 2)}\n`)
}

function spread(list, count) {
  return list.filter((_, at) => Math.floor((at * count) / list.length) !== Math.floor(((at - 1) * count) / list.length))
}

function round(value, digits = 1) {
  return Number(value.toFixed(digits))
}
