// Several servers on PostgreSQL: the database stopped at once and started again; a server killed every three seconds.
import assert from 'node:assert/strict'
import { Replica, postgresFolder, startHaproxy, startPostgres, startS3 } from '../e2e/peers/cluster.mjs'
import { lost, token, work } from '../e2e/peers/load.mjs'
import { reached } from '../e2e/until.mjs'
import { lacking, program } from '../e2e/peers/needs.mjs'
import { missingPeers } from '../e2e/peers/peers.mjs'

const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
const counted = (list) => [...new Set(list)].map((one) => `${list.filter((other) => other === one).length} x ${one}`).join(', ') || 'none'

export async function database(after) {
  const skipped = lacking({ postgres: postgresFolder() })
  if (skipped) return { skipped }
  const postgres = await startPostgres()
  after(postgres.stop)
  const server = await Replica.start({ DATABASE_URL: postgres.database('stopped'), AUTH_SECRET: 'the same everywhere' })
  after(() => server.stop())
  const bearer = await token(server.base)
  const load = work(server.base, bearer, 4)
  const waits = []
  for (let round = 0; round < 3; round++) {
    await sleep(1500)
    postgres.down('immediate')
    await sleep(2000)
    assert.notEqual((await fetch(`${server.base}/readyz`)).status, 200, 'without a database it is not ready')
    assert.equal((await fetch(`${server.base}/healthz`)).status, 200, 'it lives')
    postgres.up()
    const began = performance.now()
    await reached('it serves again', async () => (await fetch(`${server.base}/readyz`)).ok)
    waits.push(Math.round(performance.now() - began))
  }
  const { acknowledged, failed } = await load.stop()
  const missing = await lost(server.base, bearer, acknowledged)
  assert.deepEqual(missing, [], 'acknowledged writes are lost')
  return { figure: `3 stops of 2 s, ${acknowledged.length} acknowledged writes, 0 lost, serving again after ${waits.join(', ')} ms; refused meanwhile: ${counted(failed)}` }
}

export async function killed(after) {
  const skipped = lacking({ postgres: postgresFolder(), haproxy: program('haproxy'), s3rver: !missingPeers() })
  if (skipped) return { skipped }
  const [postgres, s3] = [await startPostgres(), await startS3()]
  after(postgres.stop)
  after(s3.stop)
  const shared = { DATABASE_URL: postgres.database('killed'), AUTH_SECRET: 'the same everywhere', ...s3.settings }
  const servers = [await Replica.start(shared), await Replica.start(shared)]
  for (const server of servers) after(() => server.stop())
  const haproxy = await startHaproxy(servers)
  after(haproxy.stop)
  const bearer = await token(servers[0].base)
  const load = work(haproxy.base, bearer, 6)
  const seconds = Number(process.env.TORTURE_SECONDS ?? 60)
  const end = performance.now() + seconds * 1000
  let kills = 0
  for (; performance.now() < end; kills++) {
    await sleep(3000)
    const victim = servers[kills % 2]
    await victim.kill()
    await victim.up()
  }
  const { acknowledged, failed, answered } = await load.stop()
  assert.deepEqual(await lost(haproxy.base, bearer, acknowledged), [], 'acknowledged writes are lost')
  assert.ok(failed.length < answered / 20, `${failed.length} of ${answered} requests failed: ${counted(failed)}`)
  return { figure: `${kills} kills in ${seconds} s, ${answered} answers, ${acknowledged.length} acknowledged writes, 0 lost; cut off in flight: ${counted(failed)}` }
}
