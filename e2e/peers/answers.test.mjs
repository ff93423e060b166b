// What docs/api.md promises about headers, types and counting, asked with curl as a program would.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { colours, picture, PROVIDERS, recorder } from './naming.mjs'
import { startNomina } from './peers.mjs'
import { Batches, keyOf } from './programs.mjs'

/** Status, headers and body of a request. */
function curl(...args) {
  const [head, ...rest] = execFileSync('curl', ['-s', '-i', ...args]).toString('latin1').replace(/^HTTP\/1.1 100.*?\r\n\r\n/s, '').split('\r\n\r\n')
  const [first, ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]))
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

test('401, 415, repeated requests and null recipes are as the API page says', { timeout: 120_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-answers-'))
  const nomina = await startNomina({ AI_PROVIDER: 'none' })
  t.after(() => (nomina.stop(), rmSync(folder, { recursive: true })))
  const file = join(folder, 'IMG_2041.png')
  writeFileSync(file, picture())
  const key = ['-H', `authorization: Bearer ${await keyOf(nomina)}`]
  const at = (path) => `${nomina.base}/api/v1/${path}`
  const image = ['-F', `image=@${file}`]

  for (const wrong of [[], ['-H', 'authorization: Bearer nmn_live_wrong']]) {
    const { status, headers } = curl(...wrong, ...image, at('names'))
    assert.deepEqual([status, headers['www-authenticate']], [401, 'Bearer realm="nomina"'])
  }
  for (const [path, success, fields] of [
    ['names', 200, ['-F', 'originalName=IMG_2041.png']],
    ['process', 200, ['-F', 'recipe=null']],
    ['batches/process', 202, ['-F', 'recipe={"keepNames":true}']],
  ]) {
    const { status, body } = curl(...key, '-H', 'content-type: image/png', '--data-binary', `@${file}`, at(path))
    assert.deepEqual([status, JSON.parse(body).code], [415, 'unsupported_media_type'], path)
    assert.match(JSON.parse(body).title, /multipart\/form-data/)
    const send = () => curl(...key, '-H', `idempotency-key: again-${path}`, ...image, ...fields, at(path))
    const [first, second] = [send(), send()]
    assert.deepEqual([first.status, second.status], [success, success], path + first.body)
    assert.deepEqual([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']], [undefined, 'true'], path)
    if (path === 'names') assert.equal(first.body, second.body)
    if (path === 'batches/process') assert.equal(JSON.parse(first.body).id, JSON.parse(second.body).id)
  }
  const none = curl(...key, ...image, '-F', 'recipe=null', at('process'))
  assert.deepEqual([none.status, none.headers['nomina-reencoded']], [200, 'false'])
})

test('an image that was named before is not counted, alone or in a batch', { timeout: 120_000 }, async (t) => {
  const openai = PROVIDERS.find(({ id }) => id === 'openai')
  const words = JSON.stringify({ fileName: 'grey-square', alternatives: [], altText: 'A grey square.', keywords: ['grey'] })
  const service = await recorder(() => ({ body: openai.says(words) }))
  const nomina = await startNomina(openai.env(service.url, 'key-of-the-service'))
  t.after(() => (nomina.stop(), service.stop()))
  const key = await keyOf(nomina)
  const headers = { authorization: `Bearer ${key}` }
  const used = async () => (await (await fetch(`${nomina.base}/api/v1/usage`, { headers })).json()).dailyFiles
  const name = async (bytes) => {
    const body = new FormData()
    body.set('image', new Blob([bytes]), 'a.png')
    const answer = await (await fetch(`${nomina.base}/api/v1/names`, { method: 'POST', headers, body })).json()
    assert.equal(answer.suggestedName, 'grey-square', JSON.stringify(answer))
  }
  for (const count of [1, 1]) {
    await name(colours(16, 16))
    assert.equal(await used(), count)
  }
  const batches = new Batches(nomina.base, key)
  const form = new FormData()
  for (const [at, bytes] of [colours(16, 16), colours(16, 16), colours(24, 24)].entries()) form.append('image', new Blob([bytes]), `${at}.png`)
  const { status, pictures } = await batches.ended(await batches.send(form))
  assert.deepEqual([status, pictures.map((image) => image.status)], ['completed', ['done', 'done', 'done']])
  assert.equal(await used(), 2, 'only the image that nobody had named')
})
