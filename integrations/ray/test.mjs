// The Ray pipeline on two local nodes, one of which is killed in the middle. Run by `make integrations`: it needs Ray, and builds the module.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../e2e/peers/peers.mjs'
import { pythonWith } from '../../e2e/peers/python.mjs'

const python = pythonWith(['ray[data]==2.60.0', 'pandas==3.1.1', 'pillow==13.0.0'])

test('every image is in the result once when a node dies, and broken ones with their reason', { skip: python ? false : 'Python packages cannot be installed', timeout: 1_800_000 }, () => {
  const built = spawnSync(join(ROOT, 'scripts/python'), ['module'], { encoding: 'utf8' })
  assert.equal(built.status, 0, built.stderr)
  const env = { ...process.env, PYTHONPATH: join(ROOT, '.tools/python-module'), RAY_USAGE_STATS_ENABLED: '0', RAY_worker_register_timeout_seconds: '600', RAY_enable_worker_prestart: '0' }
  const run = spawnSync(python, [join(import.meta.dirname, 'test.py'), '60', '200'], { env, encoding: 'utf8' })
  console.log(run.stdout)
  assert.equal(run.status, 0, run.stderr.slice(-3000))
  assert.match(run.stdout, /63 rows, each image once/)
})
