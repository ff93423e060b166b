// Stored ZIPs in somebody else's S3 (npm s3rver): in many parts up, in ranges down, and gone when they are deleted.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort, missingPeers, modules, start, startNomina } from './peers.mjs'
import { makeZip, signedIn, storeBatch } from './zips.mjs'

const reason = missingPeers()
const BUCKET = 'nomina-zips'

const objects = (folder) =>
  readdirSync(join(folder, BUCKET), { recursive: true }).filter((name) => name.endsWith('._S3rver_object'))

test('ZIPs are stored in S3, served in parts and removed', { skip: reason ?? false, timeout: 300_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-s3-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const args = [join(modules, 's3rver/bin/s3rver.js'), '-d', folder, '-a', '127.0.0.1', '-p', port, '--configure-bucket', BUCKET]
  const s3 = await start(process.execPath, args.map(String), { url: endpoint })
  t.after(s3.stop)
  const nomina = await startNomina({
    S3_BUCKET: BUCKET, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER', AI_PROVIDER: 'none',
  })
  t.after(nomina.stop)
  const ask = await signedIn(nomina.base)
  const zip = join(folder, 'batch.zip')
  // More than two parts of an upload.
  makeZip(zip, 4, 3_000_000)
  const bytes = readFileSync(zip)
  const { id, fileSize } = await storeBatch(ask, zip)
  assert.equal(fileSize, bytes.length)
  assert.equal(objects(folder).length, 1)

  const { url } = await (await ask('POST', `/api/v1/batches/${id}/download`, {})).json()
  const whole = await fetch(`${nomina.base}${url}`)
  assert.ok(Buffer.from(await whole.arrayBuffer()).equals(bytes))
  const part = await fetch(`${nomina.base}${url}`, { headers: { range: 'bytes=5000000-5000099' } })
  assert.equal(part.status, 206)
  assert.equal(part.headers.get('content-range'), `bytes 5000000-5000099/${bytes.length}`)
  assert.ok(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5_000_000, 5_000_100)))

  await storeBatch(ask, zip)
  assert.equal((await ask('DELETE', `/api/v1/batches/${id}`)).status, 204)
  assert.equal(objects(folder).length, 1, 'the other batch keeps its ZIP')
  assert.equal((await (await ask('DELETE', '/api/v1/batches')).json()).deleted, 1)
  assert.equal(objects(folder).length, 0)
})
