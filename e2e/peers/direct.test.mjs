// ZIPs that go to the S3 itself (npm s3rver): sent and fetched by signed addresses, and checked by the
// server afterwards as if they had passed through it.
import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { reached } from '../until.mjs'
import { BUCKET, startS3 } from './cluster.mjs'
import { missingPeers, startNomina } from './peers.mjs'
import { makeZip, signedIn } from './zips.mjs'

const options = { skip: missingPeers() ?? false, timeout: 300_000 }
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
const objects = (s3) => readdirSync(join(s3.folder, BUCKET), { recursive: true }).filter((name) => name.endsWith('._S3rver_object'))

async function shop(t, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-direct-'))
  const s3 = await startS3()
  const nomina = await startNomina({ ...s3.settings, S3_DIRECT: 'on', AI_PROVIDER: 'none', RATE_FACTOR: '1000', ...settings })
  t.after(() => {
    nomina.stop()
    s3.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  makeZip(join(folder, 'batch.zip'), 3, 200_000)
  const ask = await signedIn(nomina.base)
  const bytes = readFileSync(join(folder, 'batch.zip'))
  return { s3, nomina, ask, bytes, announced: { size: bytes.length, sha256: sha256(bytes) } }
}

/** The address as it was signed at another moment. */
function signed({ url, headers }, { size }, moment) {
  const [place, query] = url.split('?')
  const date = moment.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = date.slice(0, 8)
  const pairs = query.replace(/&X-Amz-Signature=.*/, '').replace(/X-Amz-Date=\w+/, `X-Amz-Date=${date}`).replace(/%2F\d{8}%2F/, `%2F${day}%2F`)
  const { host, pathname } = new URL(place)
  const lines = ['PUT', pathname, pairs, `content-length:${size}`, `host:${host}`, `x-amz-checksum-sha256:${headers['x-amz-checksum-sha256']}`, '', 'content-length;host;x-amz-checksum-sha256', 'UNSIGNED-PAYLOAD']
  const text = ['AWS4-HMAC-SHA256', date, `${day}/us-east-1/s3/aws4_request`, sha256(lines.join('\n'))].join('\n')
  const mac = (key, words) => createHmac('sha256', key).update(words).digest()
  const key = ['us-east-1', 's3', 'aws4_request'].reduce(mac, mac('AWS4S3RVER', day))
  return `${place}?${pairs}&X-Amz-Signature=${mac(key, text).toString('hex')}`
}

async function newBatch(ask) {
  const made = await ask('POST', '/api/v1/batches', { batchName: 'Trip', fileCount: 3, processedCount: 3 })
  return made.json()
}

const address = async (ask, { id }, announced) => (await ask('POST', `/api/v1/batches/${id}/upload`, announced)).json()
const send = (body, { url, headers }) => fetch(url, { method: 'PUT', body, headers })
const over = (ask, { id }, announced) => ask('POST', `/api/v1/batches/${id}/upload/complete`, announced)
const shown = async (ask, { id }) => (await ask('GET', `/api/v1/batches/${id}`)).json()

test('a ZIP goes to the store and comes back from it, and the server has checked it', options, async (t) => {
  const { s3, nomina, ask, bytes, announced } = await shop(t)
  const batch = await newBatch(ask)
  assert.equal(batch.directUpload, true)
  const where = await address(ask, batch, announced)
  assert.ok(where.url.startsWith(`${s3.settings.S3_ENDPOINT}/`), where.url)
  assert.equal((await send(bytes, where)).status, 200)
  const done = await over(ask, batch, announced)
  assert.deepEqual([done.status, (await done.json()).fileSize], [200, bytes.length])
  assert.deepEqual([(await shown(ask, batch)).status, (await shown(ask, batch)).zipFileSize], ['completed', bytes.length])
  assert.equal((await over(ask, batch, announced)).status, 200, 'asking again is harmless')
  const { url } = await (await ask('POST', `/api/v1/batches/${batch.id}/download`, {})).json()
  const redirected = await fetch(`${nomina.base}${url}`, { redirect: 'manual' })
  assert.equal(redirected.status, 307)
  assert.ok(redirected.headers.get('location').startsWith(`${s3.settings.S3_ENDPOINT}/`))
  const whole = await fetch(`${nomina.base}${url}`)
  assert.match(whole.headers.get('content-disposition'), /filename="Trip\.zip"/)
  assert.ok(Buffer.from(await whole.arrayBuffer()).equals(bytes))
  const policy = (await fetch(`${nomina.base}/`)).headers.get('content-security-policy')
  assert.ok(policy.includes(`connect-src 'self' ${s3.settings.S3_ENDPOINT} `), policy)
})

test('a longer, a wrong and an expired upload and that of a stranger are refused, and nothing stays', options, async (t) => {
  const { s3, nomina, ask, bytes, announced } = await shop(t)
  const wrong = Buffer.from(bytes)
  wrong[100] ^= 1
  // This store computes neither signatures nor checksums, so that it takes both; a real one refuses them. We do in any case.
  for (const sent of [Buffer.concat([bytes, Buffer.from('more')]), wrong]) {
    const batch = await newBatch(ask)
    await send(sent, await address(ask, batch, announced))
    assert.equal(objects(s3).length, 1)
    const refused = await over(ask, batch, announced)
    assert.deepEqual([refused.status, (await refused.json()).code], [422, 'not_stored'])
    assert.equal((await shown(ask, batch)).status, 'failed')
    await reached('what was refused is gone', () => objects(s3).length === 0)
  }
  const batch = await newBatch(ask)
  const where = await address(ask, batch, announced)
  const began = /X-Amz-Date=(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)/.exec(where.url).slice(1)
  const moment = new Date(`${began[0]}-${began[1]}-${began[2]}:${began[3]}:${began[4]}`)
  assert.equal(signed(where, announced, moment), where.url, 'length, checksum and place are signed')
  const late = await send(bytes, { ...where, url: signed(where, announced, new Date(moment - 16 * 60_000)) })
  assert.deepEqual([late.status, /expired/i.test(await late.text())], [403, true], 'an address is valid for 15 minutes')
  const eve = await signedIn(nomina.base)
  assert.equal((await eve('POST', `/api/v1/batches/${batch.id}/upload`, announced)).status, 404)
  assert.equal((await over(eve, batch, announced)).status, 404)
  const nonsense = await ask('POST', `/api/v1/batches/${batch.id}/upload`, { size: 5, sha256: 'x' })
  assert.equal(nonsense.status, 422)
  const large = await ask('POST', `/api/v1/batches/${batch.id}/upload`, { ...announced, size: 10 ** 12 })
  assert.equal(large.status, 413)
})

test('what is no ZIP of images is refused after it was sent, and a second try is stored', options, async (t) => {
  const { ask, bytes, announced } = await shop(t)
  const batch = await newBatch(ask)
  const text = Buffer.from('this is no archive')
  const false_ = { size: text.length, sha256: sha256(text) }
  assert.equal((await send(text, await address(ask, batch, false_))).status, 200)
  assert.equal((await over(ask, batch, false_)).status, 422)
  assert.equal((await send(bytes, await address(ask, batch, announced))).status, 200)
  assert.equal((await over(ask, batch, announced)).status, 200)
  assert.equal((await shown(ask, batch)).status, 'completed')
})

test('without the switch the server takes ZIPs itself, and says so', options, async (t) => {
  const { ask, announced } = await shop(t, { S3_DIRECT: 'off' })
  const batch = await newBatch(ask)
  assert.equal(batch.directUpload, false)
  const answer = await ask('POST', `/api/v1/batches/${batch.id}/upload`, announced)
  assert.deepEqual([answer.status, (await answer.json()).code], [409, 'not_direct'])
})
