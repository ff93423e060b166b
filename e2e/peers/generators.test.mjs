// The OpenAPI document for those who generate clients: it is valid, and clients made of it by openapi-python-client and by
// openapi-typescript with openapi-fetch work against the real server. A Rust client: integrations/rust, in `make integrations`.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { picture } from './naming.mjs'
import { nominaBinary, ROOT, startNomina } from './peers.mjs'
import { keyOf } from './programs.mjs'
import { PACKAGES, pythonWith } from './python.mjs'

const CLIENTS = join(import.meta.dirname, 'clients')
const VALIDATE = `
import json, sys
from openapi_spec_validator import OpenAPIV31SpecValidator
for error in OpenAPIV31SpecValidator(json.load(open(sys.argv[1]))).iter_errors():
    print("/".join(map(str, error.absolute_path)), error.message[:200])
`
// The generator knows one media type for files; others are named to it.
const FILES = 'content_type_overrides:\n  application/zip: application/octet-stream\n  image/jpeg: application/octet-stream\npost_hooks: []\n'
const python = pythonWith(PACKAGES.generators)
const options = { skip: python ? false : 'Python packages cannot be installed', timeout: 300_000 }
const folder = mkdtempSync(join(tmpdir(), 'nomina-generated-'))
let nomina, env

function run(program, ...args) {
  const done = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' })
  assert.equal(done.status, 0, `${program}: ${done.error ?? ''}${done.stdout}${done.stderr}`)
  return done.stdout
}

before(async () => {
  if (!python) return
  nomina = await startNomina({ AI_PROVIDER: 'none' })
  env = { ...process.env, NOMINA_URL: nomina.base, NOMINA_KEY: await keyOf(nomina), PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  const document = await (await fetch(`${nomina.base}/api/v1/openapi.json`)).text()
  writeFileSync(join(folder, 'openapi.json'), document)
  const printed = execFileSync(nominaBinary(), ['openapi'], { encoding: 'utf8', maxBuffer: 1 << 26 })
  assert.deepEqual(JSON.parse(document), JSON.parse(printed), 'the server and the command line print the same document')
  writeFileSync(join(folder, 'IMG_2041.png'), picture())
})

after(() => {
  nomina?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the document is a valid OpenAPI 3.1 document', options, () => {
  assert.equal(run(python, '-c', VALIDATE, 'openapi.json'), '')
})

test('the client of openapi-python-client names, processes and sends batches', options, () => {
  writeFileSync(join(folder, 'config.yaml'), FILES)
  const said = run(
    join(dirname(python), 'openapi-python-client'),
    ...['generate', '--path', 'openapi.json', '--output-path', 'generated_client', '--meta', 'none', '--config', 'config.yaml'],
  )
  assert.doesNotMatch(said, /WARNING|ERROR/)
  const lines = run(python, join(CLIENTS, 'generated.py'), 'IMG_2041.png').trim().split('\n')
  assert.deepEqual(lines, [
    'name img-2041',
    "process b'WEBP'",
    "unchanged b'\\x89PNG'",
    "batch completed ['a.webp', 'b.webp']",
    "zip b'PK'",
    'usage professional',
    'refused invalid_key',
  ])
})

test('the types of openapi-typescript compile and the client made with them works', options, () => {
  const bin = (name) => join(ROOT, 'web/node_modules/.bin', name)
  run(bin('openapi-typescript'), 'openapi.json', '--output', 'schema.d.ts')
  copyFileSync(join(CLIENTS, 'generated.ts'), join(folder, 'generated.ts'))
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  symlinkSync(join(ROOT, 'web/node_modules'), join(folder, 'node_modules'))
  run(bin('tsc'), ...['--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', 'generated.ts'])
  const lines = run(process.execPath, 'generated.js', 'IMG_2041.png').trim().split('\n')
  assert.deepEqual(lines, ['name img-2041', 'process image/webp true', 'batch completed done', 'zip PK', 'refused invalid_key'])
})
