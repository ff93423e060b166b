// The Spark example over a small folder with a broken image. Run by `make integrations`: it needs Spark and Java, and builds the module.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../e2e/peers/peers.mjs'
import { pythonWith } from '../../e2e/peers/python.mjs'

const java = spawnSync('java', ['-version']).status === 0
const python = java && pythonWith(['pyspark==4.3.0', 'pandas==2.3.3', 'pyarrow==26.0.1'])
const PHOTOS = join(process.env.NOMINA_IMAGES ?? join(ROOT, '../shared/images'), 'photos')
const READ = 'import sys, json, pyarrow.parquet as p; print(json.dumps(p.read_table(sys.argv[1]).to_pylist()))'

test('Spark names a folder, and a broken image has a row with its reason', { skip: python ? false : 'Java or Spark is missing', timeout: 900_000 }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-spark-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const run = (program, ...args) => {
    const env = { ...process.env, PYTHONPATH: join(ROOT, '.tools/python-module'), PYSPARK_PYTHON: python, SPARK_LOCAL_IP: '127.0.0.1' }
    const done = spawnSync(program, args, { env, encoding: 'utf8' })
    assert.equal(done.status, 0, `${done.stdout}${done.stderr.slice(-3000)}`)
    return done.stdout
  }
  run(join(ROOT, 'scripts/python'), 'module')
  mkdirSync(join(folder, 'in'))
  for (const name of ['s001.jpg', 's003.jpg']) copyFileSync(join(PHOTOS, name), join(folder, 'in', name))
  writeFileSync(join(folder, 'in/broken.jpg'), 'no image')
  run(python, join(import.meta.dirname, 'name_images.py'), join(folder, 'in'), join(folder, 'out'))
  const rows = JSON.parse(run(python, '-c', READ, join(folder, 'out')))
  const found = Object.fromEntries(rows.map((row) => [row.path.split('/').at(-1), row]))
  assert.deepEqual(Object.keys(found).sort(), ['broken.jpg', 's001.jpg', 's003.jpg'])
  assert.match(found['broken.jpg'].error, /not an image/)
  for (const name of ['s001.jpg', 's003.jpg']) assert.match(found[name].name, /^[a-z0-9-]+$/)
})
