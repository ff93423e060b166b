// The whole of a larger installation on one machine: PostgreSQL, pgbouncer, an S3, replicas and a load balancer, each the
// real program, in a folder of its own that is gone afterwards.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reached } from '../until.mjs'
import { program } from './needs.mjs'
import { freePort, modules, nominaBinary, removeAfter, start } from './peers.mjs'

export const BUCKET = 'nomina-zips'
const ROOT_USER = process.getuid?.() === 0

/** Where PostgreSQL's own programs are, or nothing. */
export function postgresFolder() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  return [...versions, ...(process.env.PATH ?? '').split(':')].find((folder) => existsSync(join(folder, 'initdb')))
}

/** Neither PostgreSQL nor pgbouncer runs as root. */
function unprivileged(file, args) {
  return ROOT_USER ? ['setpriv', ['--reuid=nobody', '--clear-groups', file, ...args]] : [file, args]
}

function temporary(name) {
  const folder = mkdtempSync(join(tmpdir(), `nomina-${name}-`))
  chmodSync(folder, 0o755)
  if (ROOT_USER) execFileSync('chown', ['nobody', folder])
  return folder
}

/** A throwaway PostgreSQL that can be stopped at once and started again; with `sync` it writes to the disk as a real one does. */
export async function startPostgres({ sync = false } = {}) {
  const bin = postgresFolder()
  const folder = temporary('pg')
  const port = await freePort()
  const tool = (name, ...args) => {
    const [file, all] = unprivileged(join(bin, name), args)
    return execFileSync(file, all, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' } })
  }
  const data = join(folder, 'data')
  tool('initdb', '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '-N', '-D', data)
  const options = `-k ${folder} -p ${port} -c listen_addresses=127.0.0.1 -c fsync=${sync ? 'on' : 'off'} -c max_connections=150`
  const up = () => tool('pg_ctl', '-D', data, '-w', '-o', options, '-l', join(folder, 'log'), 'start')
  const down = (mode = 'immediate') => tool('pg_ctl', '-D', data, '-m', mode, '-w', 'stop')
  up()
  const ask = (database, sql) => execFileSync(join(bin, 'psql'), ['-h', '127.0.0.1', '-p', port, '-U', 'postgres', '-tAqc', sql, database].map(String), { encoding: 'utf8' }).trim()
  return {
    port, up, down, ask,
    database(name) {
      ask('postgres', `CREATE DATABASE ${name}`)
      return `postgres://postgres@127.0.0.1:${port}/${name}`
    },
    stop() {
      try {
        down()
      } catch {
        // It was stopped by the test.
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether somebody takes connections at this port. */
function listens(port) {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => { socket.destroy(); done(true) })
    socket.once('error', () => done(false))
  })
}

/** pgbouncer in transaction mode with fewer connections than people. */
export async function startPgbouncer(postgres) {
  const folder = temporary('pgbouncer')
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `[databases]
* = host=127.0.0.1 port=${postgres.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
ignore_startup_parameters = extra_float_digits
`)
  const child = spawn(...unprivileged(program('pgbouncer'), ['-q', file]), { stdio: 'ignore' })
  await reached('pgbouncer listens', () => listens(port))
  return { port, stop: () => { child.kill(); rmSync(folder, { recursive: true, force: true }) } }
}

/** Somebody else's S3, and the settings that lead to it. */
export async function startS3() {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-s3-'))
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const args = [join(modules, 's3rver/bin/s3rver.js'), '-d', folder, '-a', '127.0.0.1', '-p', port, '-s', '--configure-bucket', BUCKET]
  const server = await start(process.execPath, args.map(String), { url: endpoint })
  const settings = { S3_BUCKET: BUCKET, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
  return { port, folder, settings, stop: () => { server.stop(); removeAfter(server, folder) } }
}

/** One of several servers: it keeps its port and can be stopped, killed and started again. */
export class Replica {
  static async start(env, binary) {
    const replica = new Replica()
    replica.binary = binary
    replica.port = await freePort()
    replica.base = `http://127.0.0.1:${replica.port}`
    replica.data = mkdtempSync(join(tmpdir(), 'nomina-replica-'))
    replica.env = { LISTEN: `127.0.0.1:${replica.port}`, DATA_DIR: replica.data, AI_PROVIDER: 'none', RATE_FACTOR: '1000', LOG_LEVEL: 'warn', ...env }
    await replica.up()
    return replica
  }

  async up() {
    this.server = await start(this.binary ?? nominaBinary(), ['serve'], { env: this.env, cwd: this.data, url: `${this.base}/readyz` })
  }

  /** SIGTERM, and how long the end took in milliseconds. */
  async down() {
    const began = performance.now()
    this.server.stop()
    await this.server.ended
    return performance.now() - began
  }

  async kill() {
    this.server.kill()
    await this.server.ended
  }

  stop() {
    this.server.kill()
    removeAfter(this.server, this.data)
  }
}

/** haproxy in front of replicas, asking /readyz; the same lines are in deploy/haproxy.cfg. */
export async function startHaproxy(replicas, port) {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-haproxy-'))
  port ??= await freePort()
  const servers = replicas.map(({ port }, number) => `  server replica-${number} 127.0.0.1:${port}`)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  # A busy machine answers late, and late is not dead.
  timeout check 30s
  retries 3
  option redispatch 1
frontend people
  bind 127.0.0.1:${port}
  stats enable
  stats uri /haproxy
  default_backend replicas
backend replicas
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 200ms fall 1 rise 1
${servers.join('\n')}
`)
  const server = await start(program('haproxy'), ['-db', '-f', file], { cwd: folder, url: `http://127.0.0.1:${port}/healthz` })
  const base = `http://127.0.0.1:${port}`
  /** How many replicas it sends people to. */
  const sending = async () => (await (await fetch(`${base}/haproxy;csv`)).text()).split('\n').filter((row) => /^replicas,replica-\d+,.*,UP,/.test(row)).length
  return { base, sending, stop: () => { server.stop(); removeAfter(server, folder) } }
}
