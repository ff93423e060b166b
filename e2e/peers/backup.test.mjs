// `nomina backup` beside a busy server, `nomina restore` into an empty folder: what was acknowledged before is there, byte for byte.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Replica } from './cluster.mjs'
import { asker, lost, token, work } from './load.mjs'
import { reached } from '../until.mjs'
import { runNomina as nomina } from './peers.mjs'
import { makeZip, signedIn, storeBatch } from './zips.mjs'

/** The one stored file. */
function stored(data) {
  const [name] = readdirSync(join(data, 'objects'), { recursive: true }).filter((one) => one.endsWith('.zip'))
  return readFileSync(join(data, 'objects', name))
}

test('a backup is made under load, restored elsewhere, and refused where data is', { timeout: 240_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-backup-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const server = await Replica.start({})
  t.after(() => server.stop())
  makeZip(join(folder, 'batch.zip'), 2, 200_000)
  const { id } = await storeBatch(await signedIn(server.base), join(folder, 'batch.zip'))
  const bearer = await token(server.base)
  const load = work(server.base, bearer, 4)
  await reached('some writes', () => load.done.acknowledged.length > 20)
  const before = [...load.done.acknowledged]
  const file = join(folder, 'backup.zip')
  const saved = await nomina({ DATA_DIR: server.data }, 'backup', file)
  assert.deepEqual([saved.code, /Saved: the database and 1 stored files/.test(saved.said)], [0, true], saved.said)
  const meanwhile = load.done.acknowledged.length - before.length
  assert.deepEqual((await load.stop()).failed, [], `${meanwhile} writes went on meanwhile`)
  assert.equal(statSync(file).mode & 0o077, 0, 'only its owner reads it')

  const refused = await nomina({ DATA_DIR: server.data }, 'restore', file)
  assert.deepEqual([refused.code, /There is data already in/.test(refused.said)], [1, true], refused.said)
  const used = await nomina({ DATA_DIR: server.data }, 'restore', '--replace', file)
  assert.deepEqual([used.code, /A server uses/.test(used.said)], [1, true], used.said)

  const copy = await Replica.start({})
  t.after(() => copy.stop())
  await copy.down()
  const restored = await nomina({ DATA_DIR: copy.data }, 'restore', '--replace', file)
  assert.equal(restored.code, 0, restored.said)
  await copy.up()
  assert.deepEqual(await lost(copy.base, bearer, before), [], 'tokens and batches are as they were')
  const stranger = await asker(copy.base, bearer)('GET', `/api/v1/batches/${id}`)
  assert.equal(stranger.status, 404)
  assert.ok(stored(copy.data).equals(readFileSync(join(folder, 'batch.zip'))))
})
