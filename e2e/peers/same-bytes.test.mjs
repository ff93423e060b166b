// One recipe, one image, four ways: the command line, the API, a batch of the API and the browser's module give the same bytes.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { call, openModule } from '../../scripts/wasm-module.mjs'
import { colours } from './naming.mjs'
import { nominaBinary, ROOT, startNomina } from './peers.mjs'
import { keyOf } from './programs.mjs'

const RECIPES = [
  { resizeImages: true, maxWidth: 80, maxHeight: 80, convertFormat: true, outputFormat: 'jpeg', enableCompression: true, compressionQuality: 0.7 },
  { resizeImages: true, maxWidth: 100, maxHeight: 60, convertFormat: true, outputFormat: 'webp', prefix: 'shop-' },
]
const MODULE = join(ROOT, 'web/src/engine/pkg/engine.wasm')

function byCommand(folder, recipe, picture) {
  writeFileSync(join(folder, 'in.png'), picture)
  writeFileSync(join(folder, 'recipe.json'), JSON.stringify(recipe))
  const out = join(folder, `out.${recipe.outputFormat === 'jpeg' ? 'jpg' : recipe.outputFormat}`)
  const run = spawnSync(nominaBinary(), ['process', '--overwrite', '--recipe', join(folder, 'recipe.json'), join(folder, 'in.png'), out], { encoding: 'utf8' })
  assert.equal(run.status, 0, run.stderr)
  return readFileSync(out)
}

async function ask(nomina, key, path, recipe, picture) {
  const form = new FormData()
  form.append('image', new Blob([picture]), 'in.png')
  form.append('recipe', JSON.stringify({ ...recipe, keepNames: true }))
  const answer = await fetch(nomina.base + path, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: form })
  assert.ok(answer.ok, await answer.clone().text())
  return answer
}

async function byBatch(nomina, key, recipe, picture) {
  const headers = { authorization: `Bearer ${key}` }
  let batch = await (await ask(nomina, key, '/api/v1/batches/process', recipe, picture)).json()
  while (batch.status === 'processing') {
    await new Promise((wait) => setTimeout(wait, 200))
    batch = await (await fetch(`${nomina.base}/api/v1/batches/process/${batch.id}`, { headers })).json()
  }
  const zip = await fetch(nomina.base + batch.resultUrl, { headers })
  return Object.values(unzipSync(new Uint8Array(await zip.arrayBuffer())))[0]
}

test('the same recipe gives the same bytes from the command line, the API and the browser', { timeout: 300_000 }, async (t) => {
  if (!existsSync(MODULE)) return t.skip('the browser module is not built')
  const nomina = await startNomina({ AI_PROVIDER: 'none' })
  t.after(nomina.stop)
  const folder = mkdtempSync(join(tmpdir(), 'nomina-same-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [key, module, picture] = [await keyOf(nomina), await openModule(MODULE), colours(160, 120)]
  for (const recipe of RECIPES) {
    const browser = call(module, { op: 'process', options: recipe }, picture, Buffer.alloc(0), Buffer.alloc(0)).picture
    assert.ok(browser.length > 200, 'the browser made a picture')
    const single = Buffer.from(await (await ask(nomina, key, '/api/v1/process', recipe, picture)).arrayBuffer())
    assert.ok(browser.equals(byCommand(folder, recipe, picture)), `the command line: ${recipe.outputFormat}`)
    assert.ok(browser.equals(single), `the API: ${recipe.outputFormat}`)
    assert.ok(browser.equals(await byBatch(nomina, key, recipe, picture)), `a batch: ${recipe.outputFormat}`)
  }
})
