// The server against its own document, as everybody: each request that schemathesis makes is sent by a guest and by a person of every
// plan, for every operation there is, about their own things and about nobody's.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { accessToken, newPerson } from '../../account.mjs'
import { startNomina } from '../peers.mjs'
import { PACKAGES, pythonWith } from '../python.mjs'

/** For each operation and each kind (such as the document wants, and such as it does not). */
const EXAMPLES = 2
const TIERS = ['starter', 'essential', 'professional']

async function call(base, token, path, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${base}/api/v1${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** A person with something of every kind, and where its number stands in an address. */
async function furnished({ base, data }, tier) {
  const token = await accessToken(base, await newPerson(base, data, tier))
  const me = await call(base, token, '/me')
  const things = {
    templates: await call(base, token, '/templates', { name: 'Shop', description: 'x', templateData: {} }),
    jobs: await call(base, token, '/jobs', { jobName: 'Running', fileCount: 2, newFiles: 0 }),
    batches: await call(base, token, '/batches', { batchName: 'Coast', fileCount: 1, processedCount: 1 }),
    ...(tier === 'professional' && { keys: await call(base, token, '/keys', { name: 'Test', scopes: ['read'] }) }),
  }
  const own = Object.entries(things).map(([kind, { id }]) => [`/api/v1/${kind}`, 'id', id])
  return { tier, token, own: [...own, ['/api/stripe/subscription', 'userId', me.id]] }
}

/** Runs the Python beside it; gives what it printed. */
function fuzz(python, settings) {
  const run = spawn(python, [join(import.meta.dirname, 'tiers.py')], { cwd: import.meta.dirname, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } })
  let output = ''
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (output += text))
  run.stdin.end(JSON.stringify(settings))
  return new Promise((ended) => run.once('close', () => ended(output)))
}

test('no request of a guest or of any plan gets an answer that the document does not know', { timeout: 300_000 }, async (t) => {
  const python = pythonWith(PACKAGES.contract)
  if (!python) return t.skip('Python packages cannot be installed')
  const nomina = await startNomina({ AI_PROVIDER: 'none', RATE_FACTOR: '1000' })
  t.after(nomina.stop)
  const people = [{ tier: 'guest', token: null, own: [] }]
  for (const tier of TIERS) people.push(await furnished(nomina, tier))
  const output = await fuzz(python, { base: nomina.base, examples: EXAMPLES, people })
  const last = output.trim().split('\n').at(-1)
  assert.match(last, /^\{"operations"/, output.slice(-6000))
  const { operations, requests, failures } = JSON.parse(last)
  assert.equal(failures, 0, output.slice(0, 12_000))
  t.diagnostic(`${requests} requests to ${operations} operations`)
  assert.ok(operations > 80 && requests > operations * people.length)
  assert.doesNotMatch(nomina.log(), /panicked|panic:/)
})
