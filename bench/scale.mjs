// How the queue and the processes that work grow: `node bench/scale.mjs [queue] [workers] [servers] [namers] [zips]`.
//
// queue: tasks a second that one PostgreSQL hands out and takes back, with ROWS waiting rows (1,000,000) in the real schema, by the
// statements of the server itself (read from its source), beside River's published design on the same database: one at a time as ours,
// and a hundred at a time. The database syncs to disk (fsync on).
// workers, servers, namers: images a second and processor time of each, with 1, 2 and 4 processes on one PostgreSQL, pinned to a core each
// where there are as many. `nomina worker` and `nomina serve` do the work of the queue with one worker slot each; a `nomina namer` only
// names, for one worker that has slots enough for all of them.
// zips: see zips.mjs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresFolder, Replica, startPostgres } from '../e2e/peers/cluster.mjs'
import { freePort, nominaBinary, ROOT } from '../e2e/peers/peers.mjs'
import { Batches, keyOf } from '../e2e/peers/programs.mjs'
import { until } from '../e2e/until.mjs'
import { processorSeconds, startRole } from './processes.mjs'
import { zips } from './zips.mjs'

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const SECONDS = Number(process.env.SECONDS ?? 10)
const IMAGES = Number(process.env.IMAGES ?? 35)
const CLIENTS = [1, 4, 16]
const NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

/** The statement by which a server claims a task, as it stands in its source, for pgbench. */
function claim() {
  const source = readFileSync(join(ROOT, 'crates/server/src/app/worker/tasks.rs'), 'utf8')
  const [, head, tail] = /concat!\(\s*"(UPDATE tasks[^"]*)",\s*\$lock,\s*"([^"]*)"/.exec(source)
  const values = { 1: 'gen_random_uuid()', 2: `${NOW} + 120000`, 3: NOW, 4: "'picture'" }
  const text = `${head} FOR UPDATE SKIP LOCKED ${tail}, locked_by`
  return text.replace(/\$([1-4])/g, (_, number) => values[number]).replace(/\s+/g, ' ')
}

/** River's fetch and completion (riverqueue.com, riverdriver/riverpgxv5: JobGetAvailable, JobSetStateIfRunningMany), so many at a time. */
const river = (count) => `WITH locked AS (SELECT id FROM river_job WHERE state = 'available' AND queue = 'default' AND scheduled_at <= now() ORDER BY priority, scheduled_at, id LIMIT ${count} FOR UPDATE SKIP LOCKED), taken AS (UPDATE river_job SET state = 'running', attempt = attempt + 1, attempted_at = now(), attempted_by = array_append(attempted_by, 'bench') FROM locked WHERE river_job.id = locked.id RETURNING river_job.id) SELECT COALESCE(array_agg(id), '{}')::text AS ids FROM taken \\gset r_
UPDATE river_job SET state = 'completed', finalized_at = now() WHERE id = ANY (:r_ids::bigint[]);
`

const RIVER_SCHEMA = `CREATE TABLE river_job (id bigserial PRIMARY KEY, state text NOT NULL DEFAULT 'available', attempt smallint NOT NULL DEFAULT 0,
  max_attempts smallint NOT NULL DEFAULT 25, attempted_at timestamptz, created_at timestamptz NOT NULL DEFAULT now(), finalized_at timestamptz,
  scheduled_at timestamptz NOT NULL DEFAULT now(), priority smallint NOT NULL DEFAULT 1, args jsonb NOT NULL DEFAULT '{}', attempted_by text[],
  errors jsonb[], kind text NOT NULL, metadata jsonb NOT NULL DEFAULT '{}', queue text NOT NULL DEFAULT 'default', tags varchar(255)[] NOT NULL DEFAULT '{}');
CREATE INDEX river_job_kind ON river_job (kind);
CREATE INDEX river_job_state_and_finalized_at ON river_job (state, finalized_at) WHERE finalized_at IS NOT NULL;
CREATE INDEX river_job_prioritized_fetching ON river_job (state, queue, priority, scheduled_at, id);`

function ours() {
  return `${claim()} \\gset t_
DELETE FROM tasks WHERE id = :t_id AND locked_by = :t_locked_by AND attempts = :t_attempts;
`
}

async function queue() {
  const postgres = await startPostgres({ sync: true })
  const folder = mkdtempSync(join(tmpdir(), 'nomina-scale-'))
  try {
    const url = postgres.database('scale')
    // Starting once makes the schema.
    const server = await Replica.start({ DATABASE_URL: url })
    await server.down()
    const sql = (text) => postgres.ask('scale', text)
    const fill = {
      tasks: `INSERT INTO tasks (id, kind, payload, dedupe_key, run_at, created_at) SELECT gen_random_uuid(), 'picture', '{"picture":"01a00000-0000-7000-8000-000000000000"}', 'picture:' || n, n, n FROM generate_series(1, ${ROWS}) n`,
      river_job: `INSERT INTO river_job (kind, args, scheduled_at) SELECT 'picture', '{"picture":"01a00000-0000-7000-8000-000000000000"}', now() - n * interval '1 ms' FROM generate_series(1, ${ROWS}) n`,
    }
    sql(RIVER_SCHEMA)
    const done = { tasks: `SELECT ${ROWS} - COUNT(*) FROM tasks`, river_job: "SELECT COUNT(*) FROM river_job WHERE state = 'completed'" }
    const bench = (name, table, script) => {
      sql(`TRUNCATE ${table}`)
      sql(fill[table])
      sql(`VACUUM ANALYZE ${table}`)
      const file = join(folder, `${name}.sql`)
      writeFileSync(file, script)
      const rates = CLIENTS.map((clients) => {
        const args = ['-h', '127.0.0.1', '-p', postgres.port, '-U', 'postgres', '-n', '-M', 'prepared', '-c', clients, '-j', Math.min(clients, 2), '-T', SECONDS, '-f', file, 'scale']
        const before = Number(sql(done[table]))
        execFileSync(join(postgresFolder(), 'pgbench'), args.map(String), { stdio: ['ignore', 'pipe', 'pipe'] })
        return Math.round((Number(sql(done[table])) - before) / SECONDS)
      })
      console.log(`${name}: ${rates.join(', ')} tasks a second with ${CLIENTS.join(', ')} clients`)
      return rates
    }
    console.log(`${ROWS} waiting rows, ${SECONDS} s each, fsync on`)
    const [our, one, many] = [bench('ours', 'tasks', ours()), bench('river-one', 'river_job', river(1)), bench('river-hundred', 'river_job', river(100))]
    const ratio = (other) => our.map((rate, at) => (rate / other[at]).toFixed(2)).join(', ')
    return `ours beside River's design one at a time: ${ratio(one)} times its rate; beside a hundred at a time: ${ratio(many)}`
  } finally {
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What each kind of pool starts: one process at an address, and what asks the whole pool where that is another process. */
const POOLS = {
  workers: { start: (env, core) => startRole('worker', env, core) },
  servers: { start: (env, core, address) => startRole('serve', { ...env, LISTEN: address }, core, `http://${address}`) },
  namers: {
    start: (env, core, address) => startRole('namer', { ...env, NAMER_LISTEN: address }, core, `http://${address}`),
    asker: (env, addresses) => startRole('worker', { ...env, AI_PROVIDER: 'namer', NAMER_URL: addresses.map((address) => `http://${address}`).join(), PROCESS_PLACES: '8' }, null),
  },
}

/** Other photos in each round: names that were given are remembered. */
function photos(round) {
  const folder = join(process.env.NOMINA_IMAGES ?? join(ROOT, '../shared/images'), 'photos')
  return readdirSync(folder).filter((name) => name.endsWith('.jpg')).slice(round * IMAGES, (round + 1) * IMAGES).map((name) => [name, readFileSync(join(folder, name))])
}

/** Starts so many, each on its own core where there are as many. */
async function startPool(kind, count, env) {
  const addresses = await Promise.all(Array.from({ length: count }, async () => `127.0.0.1:${await freePort()}`))
  const members = await Promise.all(addresses.map((address, at) => POOLS[kind].start(env, count <= cpus().length ? at : null, address)))
  return { members, asker: await POOLS[kind].asker?.(env, addresses) }
}

/** A batch of photos through 1, 2 and 4 processes of one kind, on one PostgreSQL. */
async function growth(kind) {
  const postgres = await startPostgres()
  const settings = { AI_PROVIDER: 'embedded', PROCESS_PLACES: '1', AUTH_SECRET: 'a secret of sixteen letters', NAMER_TOKEN: 'a token of sixteen letters', STORAGE: 'auto', LOG_LEVEL: 'info' }
  const used = (members) => members.reduce((sum, { pid }) => sum + processorSeconds(pid), 0)
  try {
    const url = postgres.database('growth')
    const objects = mkdtempSync(join(tmpdir(), 'nomina-scale-data-'))
    const server = await Replica.start({ ...settings, DATABASE_URL: url, BATCH_WORK: 'off', DATA_DIR: objects, AI_PROVIDER: 'none' })
    const batches = new Batches(server.base, await keyOf({ base: server.base, data: url }))
    for (const [round, count] of [1, 2, 4].entries()) {
      const images = photos(round)
      const form = new FormData()
      for (const [name, bytes] of images) form.append('image', new Blob([bytes]), name)
      form.append('recipe', JSON.stringify({ resizeImages: true, maxWidth: 1200, maxHeight: 1200 }))
      const id = await batches.send(form)
      const began = performance.now()
      const { members, asker } = await startPool(kind, count, { ...settings, DATABASE_URL: url, DATA_DIR: objects })
      const batch = await until(async () => { const seen = await batches.look(id); return seen.status !== 'processing' && seen })
      const seconds = (performance.now() - began) / 1000
      const cost = (some) => `${((used(some) * 1000) / images.length).toFixed(0)} ms of processor an image`
      const asking = asker ? `, the worker that asks them ${cost([asker])}` : ''
      console.log(`${count} ${kind}: ${batch.status}, ${(images.length / seconds).toFixed(2)} images a second, ${cost(members)} (loading the model included)${asking}`)
      await Promise.all([...members, ...(asker ? [asker] : [])].map(({ stop }) => stop()))
    }
    server.stop()
    rmSync(objects, { recursive: true, force: true })
  } finally {
    postgres.stop()
  }
  return `${IMAGES} photos with each number of ${kind}; more than the ${cpus().length} cores share them`
}

const PARTS = { queue, zips, ...Object.fromEntries(Object.keys(POOLS).map((kind) => [kind, () => growth(kind)])) }
const wanted = process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(PARTS)
console.log(`${nominaBinary()}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`)
for (const name of wanted) console.log(`${name}: ${await PARTS[name]()}`)
