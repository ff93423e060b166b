// `node bench/load.mjs soak SECONDS`: people save, name, fetch and delete, again and again, so that at every sample there is as much to keep as
// at the first. What grows all the same is found: memory, open files, files on disk, rows of each table.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Replica } from '../e2e/peers/cluster.mjs'
import { streams, token, tokenOf } from '../e2e/peers/load.mjs'
import { suggest } from '../e2e/peers/naming.mjs'
import { asking, makeZip, storeBatch } from '../e2e/peers/zips.mjs'
import { memoryMb } from './processes.mjs'

const SAMPLES = 15
/** Rows with an end of their own, which lies after a bench's: a day, 400 days (the weekly limit and one's history count them), the last 200. */
const KEPT = ['events', 'file_downloads', 'dev_emails']
const COUNT = `
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=60)
tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
print(json.dumps({name: db.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0] for name in tables}))
`

/** One person's round: everything that is made is deleted again. */
async function round(base, ask, zip) {
  const { id } = await storeBatch(ask, zip)
  const { url } = await (await ask('POST', `/api/v1/batches/${id}/download`, {})).json()
  await (await fetch(base + url)).arrayBuffer()
  await (await ask('GET', '/api/v1/batches?limit=50')).arrayBuffer()
  await suggest(base)
  const gone = await ask('DELETE', `/api/v1/batches/${id}`)
  if (!gone.ok) throw new Error(`deleting was answered ${gone.status}`)
}

function sample(server) {
  const pid = server.server.pid
  const memory = memoryMb(pid)
  const open = readdirSync(`/proc/${pid}/fd`).length
  const files = readdirSync(server.data, { recursive: true }).filter((name) => statSync(join(server.data, name), { throwIfNoEntry: false })?.isFile()).length
  const rows = JSON.parse(execFileSync('python3', ['-c', COUNT, join(server.data, 'nomina.db')], { encoding: 'utf8' }))
  return { memory, open, files, rows }
}

/** What is larger in the last third than in the first one, after the caches have filled. */
function grown(samples) {
  const third = Math.floor(samples.length / 3)
  const most = (part, what) => Math.max(...part.map(what))
  const compare = (what) => [most(samples.slice(1, third + 1), what), most(samples.slice(-third), what)]
  const tables = Object.keys(samples[0].rows)
  const all = [['MB', ({ memory }) => memory], ['open files', ({ open }) => open], ['files', ({ files }) => files], ...tables.map((table) => [`rows of ${table}`, ({ rows }) => rows[table] ?? 0])]
  return all.map(([name, what]) => [name, ...compare(what)]).filter(([, early, late]) => late > early * 1.1 + 5)
}

export async function soak(seconds) {
  const server = await Replica.start({ EVENT_STREAMS: '100' })
  const folder = mkdtempSync(join(tmpdir(), 'nomina-soak-'))
  try {
    const zip = join(folder, 'batch.zip')
    makeZip(zip, 3, 30_000)
    const open = await streams(server.base, await token(server.base), 50)
    const people = await Promise.all(Array.from({ length: 4 }, async () => asking(server.base, await tokenOf(server, 'professional'))))
    const [samples, failed] = [[], []]
    let [going, rounds] = [true, 0]
    const loops = people.map(async (ask) => {
      while (going) await round(server.base, ask, zip).then(() => rounds++, (error) => failed.push(String(error)))
    })
    for (let turn = 0; turn < SAMPLES; turn++) {
      await new Promise((done) => setTimeout(done, (seconds * 1000) / SAMPLES))
      samples.push(sample(server))
    }
    going = false
    await Promise.all(loops)
    for (const stream of open) stream.close()
    const lines = samples.map(({ memory, open, files }) => `${memory.toFixed(0)}/${open}/${files}`)
    const told = grown(samples).map(([name, early, late]) => [name, `${name} ${Math.round(early)} to ${Math.round(late)}`])
    const isKept = ([name]) => KEPT.some((table) => name === `rows of ${table}`)
    const words = (list) => list.map(([, text]) => text).join(', ') || 'nothing'
    const [growing, kept] = [told.filter((one) => !isKept(one)), told.filter(isKept)]
    return `${growing.length ? 'MISSED ' : ''}soak of ${seconds} s: ${rounds} rounds of six requests, ${failed.length} failed ${failed[0] ?? ''}; MB/open files/files: ${lines.join(' ')}; grown: ${words(growing)}; kept for their time: ${words(kept)}`
  } finally {
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
