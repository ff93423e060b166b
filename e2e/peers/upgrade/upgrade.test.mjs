// The data of every release opens in this program: a backup that the release made is restored, the server starts on it, and the
// person finds everything. `make.mjs` makes the backups; a new release adds its own and leaves the others.
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Replica, postgresFolder, startPostgres } from '../cluster.mjs'
import { faketime, lacking } from '../needs.mjs'
import { runNomina } from '../peers.mjs'
import { asking } from '../zips.mjs'
import { DAY, KEYS, PERSON, SETTINGS } from './person.mjs'

const FOLDER = dirname(fileURLToPath(import.meta.url))

async function read(answer) {
  assert.ok(answer.ok, `${answer.url} answered ${answer.status}: ${await answer.clone().text()}`)
  return answer.json()
}

/** What the person sees of what they had. */
async function seen(base) {
  const headers = { 'content-type': 'application/json' }
  const session = await read(await fetch(`${base}/api/v1/auth/login`, { method: 'POST', headers, body: JSON.stringify(PERSON) }))
  const ask = asking(base, session.accessToken)
  const get = async (name) => read(await ask('GET', `/api/v1/${name}`))
  const [batches, templates, jobs, preferences] = await Promise.all(['batches', 'templates', 'jobs', 'preferences'].map(get))
  const { url } = await read(await ask('POST', `/api/v1/batches/${batches.items[0].id}/download`, {}))
  const zip = Buffer.from(await (await fetch(new URL(url, base))).arrayBuffer())
  return {
    name: session.user.fullName,
    tier: session.user.subscriptionTier,
    batches: batches.items.map((one) => one.batchName),
    zip: zip.subarray(0, 2).toString(),
    templates: templates.items.filter((one) => one.isOwn).map((one) => [one.name, one.isPublic, one.templateData.prefix]),
    jobs: jobs.items.map((one) => [one.jobName, one.fileCount]),
    preferences: [preferences.emailNotifications, preferences.defaultOutputFormat],
  }
}

const HAD = {
  name: 'Ada Lovelace',
  tier: 'professional',
  batches: ['Large'],
  zip: 'PK',
  templates: [['Shop', true, 'shop']],
  jobs: [['Waiting', 2]],
  preferences: [false, 'webp'],
}

/** Restores a release's backup, starts on it twice (the second time nothing is left to migrate), and looks. */
async function opens(t, file, env) {
  const server = await Replica.start({ ...SETTINGS, ...env })
  t.after(() => server.stop())
  await server.down()
  Object.assign(server.env, { LD_PRELOAD: faketime(), FAKETIME: DAY, DONT_FAKE_MONOTONIC: '1' })
  const restored = await runNomina({ ...SETTINGS, ...env, DATA_DIR: server.data }, 'restore', '--replace', join(FOLDER, file))
  assert.equal(restored.code, 0, restored.said)
  for (const start of ['first', 'second']) {
    await server.up()
    assert.deepEqual(await seen(server.base), HAD, `${start} start`)
    const usage = await fetch(`${server.base}/api/v1/usage`, { headers: { authorization: `Bearer ${KEYS[file]}` } })
    assert.equal(usage.status, 200, 'the API key still works')
    await server.down()
  }
}

const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.zip'))

test('there is a backup of each engine, and each has its key', () => {
  assert.deepEqual(FILES.sort(), Object.keys(KEYS).sort())
  assert.ok(['sqlite', 'postgres'].every((engine) => existsSync(join(FOLDER, `0.1.0-${engine}.zip`))))
})

for (const file of FILES.filter((name) => name.includes('sqlite'))) {
  test(`data of ${file} opens`, { skip: lacking({ faketime: faketime() }), timeout: 120_000 }, (t) => opens(t, file, {}))
}

const reason = lacking({ faketime: faketime(), postgres: postgresFolder() })
for (const file of FILES.filter((name) => name.includes('postgres'))) {
  test(`data of ${file} opens`, { skip: reason, timeout: 120_000 }, async (t) => {
    const postgres = await startPostgres()
    t.after(() => postgres.stop())
    await opens(t, file, { DATABASE_URL: postgres.database('upgraded') })
  })
}
