// The real binary on a free port with a data folder of its own, and a person with the essential plan (250 images a batch).
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newPerson } from '../../e2e/account.mjs'
import { ROOT } from '../setup.mjs'

export async function startServer() {
  const binary = process.env.NOMINA_BINARY ?? join(ROOT, 'target/debug/nomina')
  if (!existsSync(binary)) throw new Error(`${binary} is not built: run \`make web binary\` first.`)
  const data = mkdtempSync(join(tmpdir(), 'nomina-bench-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const env = { ...process.env, LISTEN: url.slice('http://'.length), PUBLIC_URL: url, DATA_DIR: data, RATE_FACTOR: '100', LOG_LEVEL: 'warn' }
  const child = spawn(binary, ['serve'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = async () => {
    const ended = new Promise((done) => child.once('exit', done))
    if (child.exitCode === null) child.kill('SIGTERM')
    await (child.exitCode === null ? ended : undefined)
    rmSync(data, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 300 && child.exitCode === null; tries += 1) {
    if (await fetch(`${url}/healthz`).then((answer) => answer.ok, () => false)) {
      return { url, stop, person: await newPerson(url, data, 'essential') }
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  await stop()
  throw new Error('The server did not become ready.')
}

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer().on('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}
