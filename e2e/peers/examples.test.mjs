// Every example of the API page, as it stands there, against the real server: curl, Python and JavaScript.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import { picture } from './naming.mjs'
import { ROOT, startNomina } from './peers.mjs'
import { keyOf } from './programs.mjs'
import { PACKAGES, pythonWith } from './python.mjs'

const EXAMPLES = JSON.parse(readFileSync(join(ROOT, 'web/src/features/api-docs/examples.json'), 'utf8'))
const SHOWS = { names: /img-2041/, usage: /0/, process: /^/, batches: /batch .+ is in images\.zip/, zip: /batch .+ has begun/ }

test('the examples of the API page work as they are written', { timeout: 300_000 }, async (t) => {
  const python = pythonWith(PACKAGES.examples)
  if (!python) return t.skip('Python packages cannot be installed')
  const nomina = await startNomina({ AI_PROVIDER: 'none' })
  t.after(nomina.stop)
  const env = { ...process.env, NOMINA_URL: nomina.base, NOMINA_KEY: await keyOf(nomina) }
  const ways = { curl: ['bash', ['-euc']], python: [python, ['-c']], javascript: [process.execPath, ['--input-type=module', '-e']] }
  for (const example of EXAMPLES) {
    for (const [language, [program, args]] of Object.entries(ways)) {
      const folder = mkdtempSync(join(tmpdir(), 'nomina-example-'))
      writeFileSync(join(folder, 'photo.jpg'), picture())
      writeFileSync(join(folder, 'photos.zip'), zipSync({ 'trip/photo.jpg': picture() }))
      const run = spawnSync(program, [...args, example[language]], { cwd: folder, env, encoding: 'utf8' })
      const where = `${example.id} in ${language}: ${run.stdout}${run.stderr}`
      assert.equal(run.status, 0, where)
      assert.match(run.stdout, SHOWS[example.id], where)
      if (example.id === 'batches') assert.equal(readFileSync(join(folder, 'images.zip')).toString('latin1', 0, 2), 'PK', where)
      if (example.id === 'process') assert.equal(readFileSync(join(folder, 'photo.webp')).toString('latin1', 8, 12), 'WEBP', where)
      else assert.ok(!existsSync(join(folder, 'photo.webp')))
      rmSync(folder, { recursive: true })
    }
  }
})
