// `nomina doctor`, `backup` and `restore` with stored files in somebody else's S3, on both databases: none panics, a restore that fails
// changes no data, and the same command repeated ends it.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { postgresFolder, Replica, startPostgres, startS3 } from './cluster.mjs'
import { lacking } from './needs.mjs'
import { missingPeers, runNomina } from './peers.mjs'
import { asking, makeZip, storeBatch } from './zips.mjs'
import { token } from './load.mjs'

const s3rver = !missingPeers()

for (const [engine, needs] of [['SQLite', { s3rver }], ['PostgreSQL', { s3rver, postgres: postgresFolder() }]]) {
  test(`with S3 on ${engine}`, { skip: lacking(needs), timeout: 240_000 }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'nomina-backup-s3-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const postgres = engine === 'PostgreSQL' ? await startPostgres() : null
    t.after(() => postgres?.stop())
    const database = (name) => (postgres ? { DATABASE_URL: postgres.database(name) } : {})
    const [here, there] = [await startS3(), await startS3()]
    t.after(() => [here, there].forEach((s3) => s3.stop()))

    const server = await Replica.start({ ...database('original'), ...here.settings })
    t.after(() => server.stop())
    const bearer = await token(server.base)
    makeZip(join(folder, 'batch.zip'), 2, 300_000)
    const { id } = await storeBatch(asking(server.base, bearer), join(folder, 'batch.zip'))
    const settings = { DATA_DIR: server.data, AI_PROVIDER: 'none', ...server.env }
    const doctor = await runNomina({ ...settings, LISTEN: '127.0.0.1:0' }, 'doctor')
    assert.match(doctor.said, /ok {4}stored files S3 bucket nomina-zips at http/, doctor.said)
    const file = join(folder, 'backup.zip')
    const saved = await runNomina(settings, 'backup', file)
    assert.deepEqual([saved.code, /1 stored files/.test(saved.said)], [0, true], saved.said)

    const data = join(folder, 'copy')
    const target = { DATA_DIR: data, ...database('copy'), ...there.settings }
    const failed = await runNomina({ ...target, S3_ACCESS_KEY_ID: 'somebody-else' }, 'restore', file)
    assert.deepEqual([failed.code, /A stored file could not be moved/.test(failed.said)], [1, true], failed.said)
    const repeated = await runNomina(target, 'restore', file)
    assert.deepEqual([repeated.code, /Restored: the database and 1 stored files/.test(repeated.said)], [0, true], repeated.said)
    const again = await runNomina(target, 'restore', file)
    assert.deepEqual([again.code, /There is data already/.test(again.said)], [1, true], again.said)
    assert.equal((await runNomina(target, 'restore', '--replace', file)).code, 0)

    const copy = await Replica.start(target)
    t.after(() => copy.stop())
    const ask = asking(copy.base, bearer)
    const { url } = await (await ask('POST', `/api/v1/batches/${id}/download`, {})).json()
    const zip = await fetch(`${copy.base}${url}`)
    assert.ok(Buffer.from(await zip.arrayBuffer()).equals(readFileSync(join(folder, 'batch.zip'))), 'byte for byte')
  })
}
