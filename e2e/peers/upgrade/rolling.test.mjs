// A cluster of release 0.1.0 is upgraded and rolled back while it works. No binary of the release is kept here: the release is its
// database and its statements, on a connection that stays open all the time. With NOMINA_OLD_BINARY=nomina-0.1.0 the real program runs too.
import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { accessToken } from '../../account.mjs'
import { postgresFolder, Replica, startHaproxy, startPostgres, startS3 } from '../cluster.mjs'
import { asker, lost, work } from '../load.mjs'
import { reached } from '../../until.mjs'
import { lacking, program } from '../needs.mjs'
import { missingPeers } from '../peers.mjs'
import { PERSON, SETTINGS } from './person.mjs'
import { fill, OldConnection } from './released.mjs'

const VERSION = '0.1.0'
const BACKUP = join(dirname(fileURLToPath(import.meta.url)), `${VERSION}-postgres.zip`)
const skip = lacking({ postgres: postgresFolder(), haproxy: program('haproxy'), s3rver: !missingPeers() })

/** Ada at a server of the old release: saves batches and reads the history until `stop` is called. */
function oldWork(connection, user) {
  const done = { saved: 0, failed: null }
  let going = true
  const all = (async () => {
    for (; going; done.saved++) {
      const now = Date.now()
      const name = `'old ${done.saved}'`
      await connection.execute(/^INSERT INTO batch_results \(id, user_id, job_id/, 'gen_random_uuid()', user, 'NULL', name, 1, 1, `'completed'`, now + 86_400_000, 'NULL', 'NULL', 'NULL', now)
      await connection.execute(/^SELECT id, user_id, job_id, batch_name.* LIMIT \$4 OFFSET \$5$/, user, `'%%'`, `'newest'`, 5, 0)
    }
  })().catch((error) => { done.failed = String(error) })
  return { done, stop: async () => { going = false; await all; return done } }
}

async function cluster(t, name) {
  const [postgres, s3] = [await startPostgres(), await startS3()]
  t.after(() => { s3.stop(); postgres.stop() })
  return { postgres, shared: { ...SETTINGS, DATABASE_URL: postgres.database(name), ...s3.settings, SHUTDOWN_DELAY: '3' } }
}

async function more(load, count) {
  const enough = load.done.saved + count
  await reached(`${count} more batches of the old release`, () => load.done.saved >= enough || load.done.failed)
}

test(`servers of this release join ${VERSION} and leave it again while it works`, { skip, timeout: 300_000 }, async (t) => {
  const { postgres, shared } = await cluster(t, 'rolling')
  fill(postgres, 'rolling', BACKUP)
  const user = `'${postgres.ask('rolling', `SELECT id FROM users WHERE email = '${PERSON.email}'`)}'`
  const old = await OldConnection.open(postgres, 'rolling', VERSION)
  t.after(() => old.close())
  const before = oldWork(old, user)
  t.after(before.stop)
  await more(before, 5)

  // The first new server migrates the database under the old one's hands.
  const servers = []
  for (const _ of ['first', 'second']) {
    const server = await Replica.start(shared)
    t.after(() => server.stop())
    servers.push(server)
    await more(before, 5)
  }
  assert.ok(Number(postgres.ask('rolling', 'SELECT MAX(version) FROM schema_migrations')) > 8, 'it is migrated')
  const haproxy = await startHaproxy(servers)
  t.after(haproxy.stop)

  const bearer = await accessToken(haproxy.base, PERSON)
  const beside = work(haproxy.base, bearer, 2)
  t.after(beside.stop)
  await reached('both work', () => (beside.done.acknowledged.length > 20 && before.done.saved > 30) || before.done.failed)
  const { saved, failed: refused } = await before.stop()
  assert.equal(refused, null)
  const { acknowledged, failed } = await beside.stop()
  assert.deepEqual(failed, [])
  assert.deepEqual(await lost(haproxy.base, bearer, acknowledged), [])
  const total = 1 + saved + acknowledged.length
  const page = await (await asker(haproxy.base, bearer)('GET', '/api/v1/batches?limit=1')).json()
  assert.equal(page.total, total, 'the new release shows what the old one saved')
  assert.ok((await old.planAll()) > 200, 'every statement of the old release runs on the new schema')

  // Back: the new servers leave, the old release goes on with what they saved.
  await Promise.all(servers.map((server) => server.down()))
  const after = oldWork(old, user)
  t.after(after.stop)
  await more(after, 5)
  const again = await after.stop()
  assert.equal(again.failed, null)
  const counted = await old.execute(/^SELECT COUNT\(\*\) FROM batch_results WHERE user_id = \$1 AND LOWER/, user, `'%%'`)
  assert.equal(Number(counted), total + again.saved)
})

if (process.env.NOMINA_OLD_BINARY) {
  test(`the real ${VERSION} is replaced server by server, and comes back the same way`, { skip, timeout: 300_000 }, async (t) => {
    const { shared } = await cluster(t, 'real')
    const replace = async (binary) => {
      for (const server of servers) {
        await server.down()
        server.binary = binary
        await server.up()
        await reached('haproxy sees both again', async () => (await haproxy.sending()) === 2)
      }
    }
    const servers = [await Replica.start(shared, process.env.NOMINA_OLD_BINARY), await Replica.start(shared, process.env.NOMINA_OLD_BINARY)]
    t.after(() => { for (const server of servers) server.stop() })
    const haproxy = await startHaproxy(servers)
    t.after(haproxy.stop)
    await asker(haproxy.base, '')('POST', '/api/v1/auth/signup', { ...PERSON, fullName: 'Ada Lovelace' })
    const bearer = await accessToken(haproxy.base, PERSON)
    const load = work(haproxy.base, bearer, 3)
    t.after(load.stop)
    await replace(undefined)
    await replace(process.env.NOMINA_OLD_BINARY)
    const { acknowledged, failed, answered } = await load.stop()
    assert.deepEqual(failed, [])
    assert.ok(acknowledged.length > 20, `${answered} answers`)
    assert.deepEqual(await lost(haproxy.base, bearer, acknowledged), [])
    t.diagnostic(`${answered} answers, ${acknowledged.length} acknowledged writes, none lost, none refused`)
  })
}
