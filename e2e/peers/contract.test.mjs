// The API for programs against its own document: schemathesis makes requests of every kind, and no answer may be a server
// error, a status or a form that the document does not know.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { startNomina } from './peers.mjs'
import { keyOf } from './programs.mjs'
import { pythonWith } from './python.mjs'

const CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
const PATHS = '^/api/v1/(names|process|usage|plans|naming)$'

test('no request for programs gets an answer that the document does not know', { timeout: 300_000 }, async (t) => {
  const python = pythonWith(['schemathesis==4.32.5'])
  if (!python) return t.skip('Python packages cannot be installed')
  const nomina = await startNomina({ AI_PROVIDER: 'none', RATE_FACTOR: '1000' })
  t.after(nomina.stop)
  const key = await keyOf(nomina)
  const args = ['run', `${nomina.base}/api/v1/openapi.json`, '--include-path-regex', PATHS, '--checks', CHECKS]
  const limits = ['--max-examples', '30', '--seed', '7', '--phases', 'examples,fuzzing', '-H', `Authorization: Bearer ${key}`]
  const run = spawnSync(join(dirname(python), 'schemathesis'), [...args, ...limits], { encoding: 'utf8', cwd: dirname(python) })
  assert.equal(run.status, 0, `${run.stdout}\n${run.stderr}`.slice(-6000))
})
