// An S3 that refuses, answers 503, is slow, or dies in the middle of an upload (npm s3rver behind Debian's nginx): the person gets a
// sentence in good time, nothing half is ever shown, and the same upload works when the store is back.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3 } from '../e2e/peers/cluster.mjs'
import { reached } from '../e2e/until.mjs'
import { lacking, program } from '../e2e/peers/needs.mjs'
import { freePort, missingPeers, startNomina } from '../e2e/peers/peers.mjs'
import { makeZip, signedIn } from '../e2e/peers/zips.mjs'

const FAULTS = { refusing: null, 'answering 503': 'return 503;', slow: 'LIMIT', 'cut off in the middle': 'CUT' }

class Nginx {
  constructor(folder, port, target) {
    Object.assign(this, { folder, port, target })
  }

  async up(fault = '') {
    const pass = `proxy_pass http://127.0.0.1:${this.target}; proxy_set_header Host $http_host; proxy_request_buffering off;`
    const act = fault === 'LIMIT' ? `${pass} limit_rate 40k;` : fault.startsWith('return') ? fault : pass
    const file = join(this.folder, 'nginx.conf')
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${this.folder}/${name};`).join(' ')
    writeFileSync(file, `daemon off; pid ${this.folder}/pid; error_log ${this.folder}/error.log;
events {}
http { access_log off; client_max_body_size 0; client_body_buffer_size 16k; ${places}
  server { listen 127.0.0.1:${this.port}; location / { ${act} } } }
`)
    this.child = spawn(program('nginx'), ['-c', file, '-e', join(this.folder, 'error.log')], { stdio: 'ignore', detached: true })
    this.ended = new Promise((done) => this.child.once('exit', done))
    await reached('nginx listens', () => fetch(`http://127.0.0.1:${this.port}/`).then(() => true, () => false))
  }

  async down() {
    if (!this.child) return
    // The group: nginx's worker must not outlive its master.
    process.kill(-this.child.pid, 'SIGKILL')
    await this.ended
    this.child = null
  }
}

export async function storage(after) {
  const skipped = lacking({ nginx: program('nginx', 'nginx-light'), s3rver: !missingPeers() })
  if (skipped) return { skipped }
  const folder = mkdtempSync(join(tmpdir(), 'nomina-storage-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const s3 = await startS3()
  after(s3.stop)
  const nginx = new Nginx(folder, await freePort(), s3.port)
  after(() => nginx.down())
  const nomina = await startNomina({ ...s3.settings, S3_ENDPOINT: `http://127.0.0.1:${nginx.port}`, AI_PROVIDER: 'none', RATE_FACTOR: '100' })
  after(nomina.stop)
  const ask = await signedIn(nomina.base)
  const zip = join(folder, 'batch.zip')
  makeZip(zip, 4, 4_000_000)
  const send = async (id) => {
    const form = new FormData()
    form.append('zipFile', await openAsBlob(zip), 'processed-images.zip')
    form.append('batchId', id)
    form.append('originalFilename', 'processed-images.zip')
    return ask('POST', '/server/api/store-zip', form)
  }
  const figures = []
  for (const [name, fault] of Object.entries(FAULTS)) {
    if (fault !== null) await nginx.up(fault)
    const { id } = await (await ask('POST', '/api/v1/batches', { batchName: name, fileCount: 4, processedCount: 4 })).json()
    const began = performance.now()
    const sending = send(id)
    if (fault === 'CUT') {
      await new Promise((done) => setTimeout(done, 150))
      await nginx.down()
    }
    const answer = await sending
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const body = await answer.json()
    figures.push(`${name}: ${answer.status}${body.code ? ` ${body.code}` : ''} after ${seconds} s`)
    await nginx.down()
    if (answer.status !== 200) {
      assert.ok(answer.status >= 500 && body.title, JSON.stringify(body))
      const shown = await (await ask('GET', `/api/v1/batches/${id}`)).json()
      assert.deepEqual([shown.isDownloadable, shown.zipFileSize ?? null], [false, null], JSON.stringify(shown))
      await nginx.up()
      assert.equal((await send(id)).status, 200, 'the same upload works when the store is back')
      const { url } = await (await ask('POST', `/api/v1/batches/${id}/download`, {})).json()
      const got = Buffer.from(await (await fetch(nomina.base + url)).arrayBuffer())
      assert.ok(got.equals(readFileSync(zip)), 'what comes back is what was sent')
      await nginx.down()
    }
  }
  return { figure: figures.join('; ') }
}
