// kill -9, again and again, while people save batches: SQLite must be whole each time and hold everything that was acknowledged.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
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
const sleep = (ms) => new Promise((done) => setTimeout(done, ms))

export async function crashes(after) {
  const server = await Replica.start({})
  after(() => server.stop())
  const bearer = await token(server.base)
  const [acknowledged, starts] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const load = work(server.base, bearer, 4)
    // A different moment each time, the same in every run.
    await sleep(100 + ((round * 37) % 300))
    await server.kill()
    acknowledged.push(...(await load.stop()).acknowledged)
    const began = performance.now()
    await server.up()
    starts.push(performance.now() - began)
  }
  await server.kill()
  const path = join(server.data, 'nomina.db')
  const kept = new Set(execFileSync('python3', ['-c', LOOK, path], { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n'))
  const missing = acknowledged.filter((id) => !kept.has(id))
  assert.deepEqual(missing, [], `${missing.length} acknowledged writes are lost`)
  assert.ok(acknowledged.length > ROUNDS, 'there was load')
  starts.sort((a, b) => a - b)
  const ms = (share) => Math.round(starts[Math.floor((starts.length - 1) * share)])
  return { figure: `${ROUNDS} kills, ${acknowledged.length} acknowledged writes, 0 lost, integrity ok, restart ${ms(0.5)} ms (median), ${ms(1)} ms (most)` }
}
