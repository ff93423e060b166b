// kill -9, again and again, while people save batches: SQLite must be whole each time and hold everything that was acknowledged.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Replica } from '../e2e/peers/cluster.mjs'
import { token, work } from '../e2e/peers/load.mjs'

const ROUNDS = Number(process.env.TORTURE_CRASHES ?? 100)
const LOOK = `
import sqlite3, sys, uuid
db = sqlite3.connect(sys.argv[1])
assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",), "integrity"
assert db.execute("PRAGMA foreign_key_check").fetchone() is None, "foreign keys"
for (key,) in db.execute("SELECT id FROM batch_results"):
    print(uuid.UUID(bytes=key))
`
/** Processor time of a process in milliseconds: what a start costs, however busy the machine is. */
const processorMs = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).reduce((sum, ticks) => sum + ticks * 10, 0)
const sleep = (ms) => new Promise((done) => setTimeout(done, ms))

export async function crashes(after) {
  const server = await Replica.start({})
  after(() => server.stop())
  const bearer = await token(server.base)
  const [acknowledged, starts, costs] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    const load = work(server.base, bearer, 4)
    // A different moment each time, the same in every run.
    await sleep(100 + ((round * 37) % 300))
    await server.kill()
    acknowledged.push(...(await load.stop()).acknowledged)
    const began = performance.now()
    await server.up()
    starts.push(performance.now() - began)
    costs.push(processorMs(server.server.pid))
  }
  await server.kill()
  const path = join(server.data, 'nomina.db')
  const kept = new Set(execFileSync('python3', ['-c', LOOK, path], { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n'))
  const missing = acknowledged.filter((id) => !kept.has(id))
  assert.deepEqual(missing, [], `${missing.length} acknowledged writes are lost`)
  assert.ok(acknowledged.length > ROUNDS, 'there was load')
  const at = (list, share) => Math.round(list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)])
  const restart = `restart ${at(starts, 0.5)} ms (median), ${at(starts, 1)} ms (most), ${at(costs, 0.5)} ms of processor time`
  return { figure: `${ROUNDS} kills, ${acknowledged.length} acknowledged writes, 0 lost, integrity ok, ${restart}` }
}
