// Several identical servers on one PostgreSQL and one S3, behind haproxy and behind pgbouncer: the quick half of what `make torture`
// does at length.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { postgresFolder, Replica, startHaproxy, startPgbouncer, startPostgres, startS3 } from './cluster.mjs'
import { asker, lost, streams, token, work } from './load.mjs'
import { reached } from '../until.mjs'
import { lacking, program } from './needs.mjs'
import { missingPeers } from './peers.mjs'
import { makeZip, signedIn, storeBatch } from './zips.mjs'

const needs = { postgres: postgresFolder(), haproxy: program('haproxy'), pgbouncer: program('pgbouncer'), s3rver: !missingPeers() }

describe('several servers', { skip: lacking(needs), timeout: 300_000 }, () => {
  let postgres, s3
  const stops = []
  before(async () => {
    postgres = await startPostgres()
    s3 = await startS3()
  })
  after(() => {
    for (const stop of stops.reverse()) stop()
    s3?.stop()
    postgres?.stop()
  })
  const replica = async (env) => {
    const one = await Replica.start(env)
    stops.push(() => one.stop())
    return one
  }

  test('five that start at once on an empty database migrate it once, and one without the common key is refused', async () => {
    const DATABASE_URL = postgres.database('five')
    const shared = { DATABASE_URL, AUTH_SECRET: 'the same everywhere', ...s3.settings, PG_POOL: '4' }
    const five = await Promise.all(Array.from({ length: 5 }, () => replica(shared)))
    assert.equal(postgres.ask('five', 'SELECT COUNT(*) - COUNT(DISTINCT version) FROM schema_migrations'), '0')
    await assert.rejects(replica({ DATABASE_URL, ...s3.settings }), /Set AUTH_SECRET to the same value on all of them/)
    await Promise.all(five.map((one) => one.down()))
  })

  test('files in a folder of its own are warned about when a second server comes', async () => {
    const shared = { DATABASE_URL: postgres.database('folders'), AUTH_SECRET: 'the same everywhere' }
    const first = await replica(shared)
    const second = await replica(shared)
    assert.doesNotMatch(first.server.output(), /another folder/)
    assert.match(second.server.output(), /keeps stored files in another folder/)
    await Promise.all([first.down(), second.down()])
  })

  test('behind haproxy events cross, ZIPs are everywhere, and a rolling restart loses no request', async () => {
    const shared = { DATABASE_URL: postgres.database('two'), AUTH_SECRET: 'the same everywhere', ...s3.settings, SHUTDOWN_DELAY: '6' }
    const [one, two] = [await replica(shared), await replica(shared)]
    const haproxy = await startHaproxy([one, two])
    stops.push(haproxy.stop)
    const folder = mkdtempSync(join(tmpdir(), 'nomina-scale-'))
    stops.push(() => rmSync(folder, { recursive: true, force: true }))

    // Without a proxy in between the development mailbox answers; people come through haproxy from then on.
    const ask = await signedIn(one.base)
    makeZip(join(folder, 'batch.zip'), 2, 100_000)
    const { id } = await storeBatch(ask, join(folder, 'batch.zip'))
    const { url } = await (await ask('POST', `/api/v1/batches/${id}/download`, {})).json()
    for (const base of [one.base, two.base, haproxy.base]) assert.equal((await fetch(base + url)).status, 200, base)

    const bearer = await token(one.base)
    const [heard] = await streams(one.base, bearer, 1)
    const made = await asker(two.base, bearer)('POST', '/api/v1/batches', { batchName: 'Elsewhere', fileCount: 1, processedCount: 1 })
    assert.equal(made.status, 201)
    await reached('the event of the other server', () => heard.text.includes('event: batch'))
    heard.close()

    const load = work(haproxy.base, bearer, 3)
    for (const server of [one, two]) {
      await server.down()
      await server.up()
      await reached('haproxy sees both again', async () => (await haproxy.sending()) === 2)
    }
    const { acknowledged, failed, answered } = await load.stop()
    assert.deepEqual(failed, [])
    assert.ok(acknowledged.length > 5, `${answered} answers`)
    assert.deepEqual(await lost(haproxy.base, bearer, acknowledged.slice(-50)), [])
    await Promise.all([one.down(), two.down()])
  })

  test('pgbouncer in transaction mode serves more people than it has connections', async () => {
    const direct = postgres.database('bounced')
    const bouncer = await startPgbouncer(postgres)
    stops.push(bouncer.stop)
    const server = await replica({
      DATABASE_URL: `postgres://postgres@127.0.0.1:${bouncer.port}/bounced`, DATABASE_URL_LISTEN: direct,
      PG_PREPARED: 'off', AUTH_SECRET: 'the same everywhere', ...s3.settings,
    })
    const bearer = await token(server.base)
    const load = work(server.base, bearer, 12)
    await reached('two hundred answers', () => load.done.answered > 200 || load.done.failed.length > 0)
    const { acknowledged, failed } = await load.stop()
    assert.deepEqual(failed, [])
    assert.deepEqual(await lost(server.base, bearer, acknowledged.slice(-20)), [])
    await server.down()
  })

  test('a server that is told to stop ends its hundred streams and itself', async () => {
    const server = await replica({ EVENT_STREAMS: '100' })
    const bearer = await token(server.base)
    const open = await streams(server.base, bearer, 100)
    const refused = await asker(server.base, bearer)('GET', '/api/v1/events')
    assert.equal(refused.status, 429)
    const took = await server.down()
    await Promise.all(open.map((stream) => stream.ended))
    assert.ok(took < 25_000, `${Math.round(took)} ms`)
  })
})
