// The server against its own document: schemathesis makes requests of every kind, as a program with a key, and no answer may be a server
// error, a status or a form that the document does not know. People of every plan: attacks/tiers.test.mjs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { startNomina } from './peers.mjs'
import { keyOf } from './programs.mjs'
import { PACKAGES, pythonWith } from './python.mjs'

const CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
// What a program may ask. The events never end, so that no answer of them is ever whole.
const PROGRAMS = '^/api/v1/(names|process|usage|plans|naming|batches/process.*)$'
const EXAMPLES = '10'

/** Runs it beside others, and gives its status and its words. */
function fuzz(python, base, key) {
  const args = ['run', `${base}/api/v1/openapi.json`, '--include-path-regex', PROGRAMS, '--checks', CHECKS]
  const limits = ['--max-examples', EXAMPLES, '--seed', '7', '--phases', 'examples,fuzzing', '-H', `Authorization: Bearer ${key}`]
  const run = spawn(join(dirname(python), 'schemathesis'), [...args, ...limits], { cwd: dirname(python) })
  let output = ''
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (output += text))
  return new Promise((ended) => run.once('exit', (status) => ended({ status, output })))
}

test('no request of a program gets an answer that the document does not know', { timeout: 300_000 }, async (t) => {
  const python = pythonWith(PACKAGES.contract)
  if (!python) return t.skip('Python packages cannot be installed')
  const nomina = await startNomina({ AI_PROVIDER: 'none', RATE_FACTOR: '1000' })
  t.after(nomina.stop)
  const { status, output } = await fuzz(python, nomina.base, await keyOf(nomina))
  assert.equal(status, 0, output.slice(-6000))
})
