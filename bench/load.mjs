// The server under load, on this machine, with how busy it was beside the figures: `node bench/load.mjs [part ...]`, of which `soak SECONDS` is
// run only when it is asked for. The binary is NOMINA_BINARY, dist/nomina, or the one of `make binary`, and is named. With NOMINA_BEFORE,
// another binary built the same way, `history` compares the two in one run.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Replica } from '../e2e/peers/cluster.mjs'
import { asker, streams, token, tokenOf } from '../e2e/peers/load.mjs'
import { PROVIDERS, picture } from '../e2e/peers/naming.mjs'
import { program } from '../e2e/peers/needs.mjs'
import { load as peer, missingPeers, ROOT } from '../e2e/peers/peers.mjs'
import { makeZip, signedIn, storeBatch } from '../e2e/peers/zips.mjs'
import { memoryMb, processorSeconds } from './processes.mjs'
import { soak } from './soak.mjs'

const released = join(ROOT, 'dist/nomina')
if (!process.env.NOMINA_BINARY && existsSync(released)) process.env.NOMINA_BINARY = released
const binary = process.env.NOMINA_BINARY ?? join(ROOT, 'target/debug/nomina')
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const profile = /debug|old/.test(binary) ? 'dev' : 'release'

const at = (list, share) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))]
const timed = async (act) => {
  const began = performance.now()
  const result = await act()
  return [performance.now() - began, result]
}

/** How often the threads of a process have waited or were made to wait; threads that ended are not counted. */
function switches(pid) {
  const counts = readdirSync(`/proc/${pid}/task`).flatMap((thread) => [...readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8').matchAll(/ctxt_switches:\s+(\d+)/g)])
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Requests a second and the 99th percentile by wrk (Debian), at 64 connections. */
function wrk(url, bearer) {
  const args = ['-t2', '-c64', '-d8s', '--latency', ...(bearer ? ['-H', `Authorization: Bearer ${bearer}`] : []), url]
  const text = execFileSync(program('wrk'), args, { encoding: 'utf8' })
  return { rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)[1]), p99: /99%\s+(\S+)/.exec(text)[1], requests: Number(/(\d+) requests in/.exec(text)[1]), bad: /Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? '0' }
}

/** axum's smallest server, compiled as the binary was: the first time takes as long as the server's own build. */
function bareHello() {
  const release = profile === 'release'
  execFileSync('cargo', ['build', '--quiet', '--locked', '-p', 'nomina-server', '--example', 'hello', ...(release ? ['--release'] : [])], { cwd: ROOT, stdio: 'inherit' })
  return join(process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target'), release ? 'release' : 'debug', 'examples/hello')
}

/** A server with somebody's history of 60 batches, and how to load a page of 50. */
async function withHistory(used) {
  const server = await Replica.start({}, used)
  const bearer = await token(server.base)
  const ask = asker(server.base, bearer)
  for (let row = 0; row < 60; row++) await ask('POST', '/api/v1/batches', { batchName: `Batch ${row}`, fileCount: 20, processedCount: 20 })
  const load = () => {
    const { pid } = server.server
    const before = { seconds: processorSeconds(pid), switches: switches(pid) }
    const page = wrk(`${server.base}/api/v1/batches?limit=50`, bearer)
    const each = (more) => more / page.requests
    return { ...page, processorMs: each((processorSeconds(pid) - before.seconds) * 1000), switches: each(switches(pid) - before.switches) }
  }
  return { server, load }
}

/** Two binaries in turns. Processor time a page says more than pages a second where others use the machine too. */
async function compared(before) {
  const [one, two] = [await withHistory(before), await withHistory(binary)]
  try {
    const rounds = Array.from({ length: ROUNDS }, () => [one.load(), two.load()])
    const median = (which, field) => at(rounds.map((round) => round[which][field]), 0.5)
    const ratio = (median(1, 'rate') / median(0, 'rate')).toFixed(2)
    const told = [0, 1].map((which) => `${Math.round(median(which, 'rate'))} a second, ${median(which, 'processorMs').toFixed(2)} ms of processor and ${median(which, 'switches').toFixed(1)} switches between threads each, ${rounds.reduce((sum, round) => sum + Number(round[which].bad), 0)} failed`)
    return `history page of 50 rows, medians of ${ROUNDS} rounds: before ${told[0]}; now ${told[1]}; ratio ${ratio} in rate, ${(median(0, 'processorMs') / median(1, 'processorMs')).toFixed(2)} in processor time`
  } finally {
    one.server.stop()
    two.server.stop()
  }
}

async function history() {
  if (!program('wrk')) return 'passed over: wrk is not installed'
  if (process.env.NOMINA_BEFORE) return compared(process.env.NOMINA_BEFORE)
  const { server, load } = await withHistory(binary)
  const hello = spawn(bareHello(), { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const helloUrl = String(await new Promise((said) => hello.stdout.once('data', said))).trim()
    const [bare, page] = [wrk(`${helloUrl}/`), load()]
    return `history page of 50 rows: ${Math.round(page.rate)} a second, p99 ${page.p99}, ${page.processorMs.toFixed(2)} ms of processor each, ${page.bad} failed; axum's bare hello ${Math.round(bare.rate)} a second, p99 ${bare.p99}; ratio ${(page.rate / bare.rate).toFixed(3)}`
  } finally {
    hello.kill()
    server.stop()
  }
}

async function batches() {
  const server = await Replica.start({})
  const folder = mkdtempSync(join(tmpdir(), 'nomina-load-'))
  try {
    const zip = join(folder, 'batch.zip')
    makeZip(zip, 20, 200_000)
    const people = []
    for (let person = 0; person < 20; person++) people.push(await signedIn(server.base))
    const one = async (ask) => (await timed(() => storeBatch(ask, zip)))[0]
    const [all, each] = await timed(() => Promise.all(people.map(one)))
    return `20 people save 20 pictures (4 MB) at once: ${(all / 1000).toFixed(2)} s in all, ${Math.round(80_000 / all)} MB a second, median ${Math.round(at(each, 0.5))} ms, most ${Math.round(at(each, 1))} ms; memory ${memoryMb(server.server.pid).toFixed(0)} MB`
  } finally {
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function idle() {
  const server = await Replica.start({ EVENT_STREAMS: '1000' })
  try {
    const bearer = await token(server.base)
    const before = memoryMb(server.server.pid)
    const open = []
    for (let turn = 0; turn < 10; turn++) open.push(...(await streams(server.base, bearer, 100)))
    const [took] = await timed(() => asker(server.base, bearer)('GET', '/api/v1/me'))
    const after = memoryMb(server.server.pid)
    for (const stream of open) stream.close()
    return `1,000 idle streams: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with them (${(((after - before) * 1024) / 1000).toFixed(1)} KB each), an answer beside them in ${took.toFixed(0)} ms`
  } finally {
    server.stop()
  }
}

/** Ten times what the service takes at once: three places, thirty that ask, five of whom pay. */
async function naming() {
  if (missingPeers()) return 'passed over: aimock cannot be installed'
  const { LLMock } = await peer('@copilotkit/aimock')
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  await mock.start()
  mock.onMessage('search-friendly file name', { content: 'Red Fox in Snow.jpg' })
  mock.setChaos({ latencyMs: 150 })
  const provider = PROVIDERS.find(({ id }) => id === 'openai')
  const server = await Replica.start({ ...provider.env(mock.url, 'sk-mock') })
  try {
    const [free, paid] = [await Promise.all(Array.from({ length: 5 }, () => tokenOf(server, 'starter'))), await Promise.all(Array.from({ length: 5 }, () => tokenOf(server, 'professional')))]
    const waits = { free: [], paid: [] }
    const call = async (kind, bearer, number) => {
      const form = new FormData()
      // Bytes behind the end make it another image: names once given are remembered.
      form.set('image', new Blob([picture(), `${kind}${number}`]), 'x')
      form.set('originalName', `a-${number}.png`)
      const [took, answer] = await timed(() => fetch(`${server.base}/api/v1/ai/suggest-name`, { method: 'POST', headers: { authorization: `Bearer ${bearer}` }, body: form }))
      if (!(await answer.json()).success) throw new Error(`${kind} was not named`)
      waits[kind].push(took)
    }
    await Promise.all([...Array.from({ length: 25 }, (_, n) => call('free', free[n % 5], n)), ...Array.from({ length: 5 }, (_, n) => call('paid', paid[n], n))])
    const [p, f] = [at(waits.paid, 0.95), at(waits.free, 0.95)]
    return `${p < f ? '' : 'MISSED '}naming at ten times what fits: paid p95 ${Math.round(p)} ms, free p95 ${Math.round(f)} ms`
  } finally {
    server.stop()
    await mock.stop()
  }
}

const PARTS = { history, batches, idle, naming }
const wanted = process.argv.slice(2)
console.log(`load: ${binary.replace(`${ROOT}/`, '')} (${profile} profile), ${execFileSync('nproc', { encoding: 'utf8' }).trim()} cores, ${execFileSync('uptime', { encoding: 'utf8' }).trim()}`)
for (const [name, part] of Object.entries(PARTS)) {
  if (!wanted.length || wanted.includes(name)) console.log(await part())
}
const asked = wanted.indexOf('soak')
if (asked >= 0) console.log(await soak(Number(wanted[asked + 1] ?? 900)))
process.exit(0)
