// Makes the fixtures of upgrade.test.mjs with the binary of a release: `NOMINA_BINARY=nomina-0.1.0 node e2e/peers/upgrade/make.mjs 0.1.0`.
// They are backups, on SQLite and on PostgreSQL, of an installation that one person has used.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Replica, startPostgres } from '../cluster.mjs'
import { runNomina } from '../peers.mjs'
import { asking, makeZip, storeBatch } from '../zips.mjs'
import { PERSON, SETTINGS } from './person.mjs'

const [version] = process.argv.slice(2)
if (!version) throw new Error('say the version: node e2e/peers/upgrade/make.mjs 0.1.0')
const FOLDER = dirname(fileURLToPath(import.meta.url))

async function json(answer, status) {
  const body = await answer.json()
  assert.equal(answer.status, status, JSON.stringify(body))
  return body
}

/** Signs up, buys a plan, saves a template, a batch with its ZIP, a job and an API key. */
async function use(base, zip) {
  const post = (path, body) => fetch(base + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  assert.ok((await post('/api/v1/auth/signup', { ...PERSON, fullName: 'Ada Lovelace' })).ok)
  const session = await json(await post('/api/v1/auth/login', PERSON), 200)
  const ask = asking(base, session.accessToken)
  const checkout = await json(await ask('POST', '/api/stripe/create-checkout-session', { userId: session.user.id, metadata: { tier: 'professional', interval: 'year' } }), 200)
  assert.ok((await ask('POST', `/api/v1/billing/checkouts/${checkout.sessionId}/pay`)).ok)
  await json(await ask('PUT', '/api/v1/preferences', { emailNotifications: false, defaultOutputFormat: 'webp' }), 200)
  await json(await ask('POST', '/api/v1/templates', { name: 'Shop', description: 'For the shop', isPublic: true, templateData: { prefix: 'shop', outputFormat: 'webp' } }), 201)
  await storeBatch(ask, zip)
  await json(await ask('POST', '/api/v1/jobs', { jobName: 'Waiting', fileCount: 2, newFiles: 2 }), 201)
  const { secret } = await json(await ask('POST', '/api/v1/keys', { name: 'Import', scopes: ['name', 'process', 'read'] }), 201)
  return secret
}

async function make(engine, env, zip) {
  const server = await Replica.start({ ...SETTINGS, ...env })
  try {
    const secret = await use(server.base, zip)
    await server.down()
    const saved = await runNomina({ ...SETTINGS, ...env, DATA_DIR: server.data }, 'backup', join(FOLDER, `${version}-${engine}.zip`))
    assert.equal(saved.code, 0, saved.said)
    process.stdout.write(`${engine}: the API key is ${secret}\n`)
  } finally {
    server.stop()
  }
}

{
  const folder = mkdtempSync(join(tmpdir(), 'nomina-upgrade-'))
  const postgres = await startPostgres()
  try {
    makeZip(join(folder, 'batch.zip'), 2, 2000)
    await make('sqlite', {}, join(folder, 'batch.zip'))
    await make('postgres', { DATABASE_URL: postgres.database('old') }, join(folder, 'batch.zip'))
  } finally {
    postgres.stop()
    rmSync(folder, { recursive: true })
  }
}
