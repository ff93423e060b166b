// A whole image through the API to the embedded model: everything that is known of it comes back.
import assert from 'node:assert/strict'
import { existsSync, openAsBlob } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { lacking } from './needs.mjs'
import { ROOT, startNomina } from './peers.mjs'
import { keyOf } from './programs.mjs'

const PHOTO = join(resolve(ROOT, process.env.NOMINA_IMAGES ?? '../shared/images'), 'photos/s005.jpg')
const model = existsSync(join(ROOT, 'assets/models'))

test('a program gets a name, others, its words with how sure each is, and an alternative text', { skip: lacking({ pictures: existsSync(PHOTO), model }), timeout: 300_000 }, async (t) => {
  const nomina = await startNomina({ AI_PROVIDER: 'embedded' })
  t.after(nomina.stop)
  const form = new FormData()
  form.append('image', await openAsBlob(PHOTO), 'IMG_2041.jpg')
  const answer = await fetch(`${nomina.base}/api/v1/names`, { method: 'POST', headers: { authorization: `Bearer ${await keyOf(nomina)}` }, body: form })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('nomina-usage-day'), '1')
  const { suggestedName, alternatives, words, altText, keywords } = await answer.json()
  assert.ok(alternatives.length > 0 && keywords.length > 0 && altText.length > 10, altText)
  assert.equal(words.map((part) => part.words.replaceAll(' ', '-')).join('-'), suggestedName)
  for (const { confidence } of words) assert.ok(confidence > 0 && confidence <= 1, `${confidence}`)
})
