// The server against its own document: schemathesis makes requests of every kind, as a program with a key and as a person with a
// session, and no answer may be a server error, a status or a form that the document does not know.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { startNomina } from './peers.mjs'
import { accessOf } from './programs.mjs'
import { PACKAGES, pythonWith } from './python.mjs'

const CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
// What a program may ask. The events never end, so that no answer of them is ever whole.
const PROGRAMS = '^/api/v1/(names|process|usage|plans|naming|batches/process.*)$'
// What a person may ask, but for what ends the session that asks or is about other people's services and mailboxes.
const PEOPLE = '^/(api/v1/(me|preferences|preferences/export|usage|usage/.*|jobs.*|batches.*|templates.*|downloads/.*|keys.*|billing/.*|files/.*|ai/.*)|healthz|readyz)$'
const EXAMPLES = { program: '10', person: '3' }

/** Runs it beside others, and gives its status and its words. */
function fuzz(python, base, token, paths, examples) {
  const args = ['run', `${base}/api/v1/openapi.json`, '--include-path-regex', paths, '--checks', CHECKS]
  const limits = ['--max-examples', examples, '--seed', '7', '--phases', 'examples,fuzzing', '-H', `Authorization: Bearer ${token}`]
  const run = spawn(join(dirname(python), 'schemathesis'), [...args, ...limits], { cwd: dirname(python) })
  let output = ''
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (output += text))
  return new Promise((ended) => run.once('exit', (status) => ended({ status, output })))
}

test('no request gets an answer that the document does not know', { timeout: 300_000 }, async (t) => {
  const python = pythonWith(PACKAGES.contract)
  if (!python) return t.skip('Python packages cannot be installed')
  const nomina = await startNomina({ AI_PROVIDER: 'none', RATE_FACTOR: '1000' })
  t.after(nomina.stop)
  const { token, key } = await accessOf(nomina)
  const runs = await Promise.all([
    fuzz(python, nomina.base, key, PROGRAMS, EXAMPLES.program),
    fuzz(python, nomina.base, token, PEOPLE, EXAMPLES.person),
  ])
  for (const { status, output } of runs) assert.equal(status, 0, output.slice(-6000))
})
