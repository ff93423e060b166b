// 1,000 ZIPs of 4 MB on their way to S3, through two servers behind haproxy and past them (S3_DIRECT): memory and processor time of the
// servers, with PostgreSQL and a worker that checks what went past them. The S3 is npm s3rver, in a process of its own.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Replica, startHaproxy, startPostgres, startS3 } from '../e2e/peers/cluster.mjs'
import { missingPeers } from '../e2e/peers/peers.mjs'
import { makeZip, signedIn, storeBatch } from '../e2e/peers/zips.mjs'
import { memoryMb, processorSeconds, startRole, watchMemory } from './processes.mjs'

const ZIPS = Number(process.env.ZIPS ?? 1000)
/** How many people send, each one ZIP after the other. */
const PEOPLE = 20

export async function zips() {
  const missing = missingPeers()
  if (missing) return `passed over: ${missing}`
  const folder = mkdtempSync(join(tmpdir(), 'nomina-zips-'))
  const zip = join(folder, 'batch.zip')
  makeZip(zip, 20, 200_000)
  try {
    const through = await sent('off', (ask) => storeBatch(ask, zip))
    const bytes = readFileSync(zip)
    const past = await sent('on', (ask) => storePast(ask, bytes))
    const times = (through.processor / past.processor).toFixed(1)
    return `through the servers they need ${times} times the processor time, and ${through.memory.toFixed(0)} MB more memory instead of ${past.memory.toFixed(0)}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Sends all of them and says what the two servers needed. */
async function sent(direct, store) {
  const [postgres, s3] = [await startPostgres(), await startS3()]
  const data = mkdtempSync(join(tmpdir(), 'nomina-zips-data-'))
  const settings = { ...s3.settings, DATABASE_URL: postgres.database('zips'), S3_DIRECT: direct, BATCH_WORK: 'off', AI_PROVIDER: 'none', AUTH_SECRET: 'a secret of sixteen letters' }
  const servers = [await Replica.start(settings), await Replica.start(settings)]
  const proxy = await startHaproxy(servers)
  const worker = await startRole('worker', { ...settings, DATA_DIR: data }, null)
  try {
    const people = []
    for (let person = 0; person < PEOPLE; person++) people.push(await signedIn(proxy.base))
    const pids = servers.map(({ server }) => server.pid)
    const used = () => pids.reduce((sum, pid) => sum + processorSeconds(pid), 0)
    const watched = pids.map(watchMemory)
    const [before, began] = [used(), performance.now()]
    await Promise.all(people.map(async (ask) => {
      for (let turn = 0; turn < ZIPS / PEOPLE; turn++) await store(ask)
    }))
    const seconds = (performance.now() - began) / 1000
    const processor = used() - before
    const memory = watched.reduce((sum, { before, most }) => sum + most() - before, 0)
    const each = (used) => `${((used * 1000) / ZIPS).toFixed(1)} ms of processor a ZIP`
    console.log(`S3_DIRECT=${direct}: ${ZIPS} ZIPs, ${(ZIPS / seconds).toFixed(1)} a second`)
    console.log(`  two servers: ${each(processor)}, ${memory.toFixed(0)} MB more than before in all`)
    console.log(`  worker: ${each(processorSeconds(worker.pid))}, ${memoryMb(worker.pid).toFixed(0)} MB in all`)
    return { processor, memory }
  } finally {
    await worker.stop()
    proxy.stop()
    for (const server of servers) server.stop()
    s3.stop()
    postgres.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Sends a ZIP to the S3 itself, as the browser does. */
async function storePast(ask, bytes) {
  const announced = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  const { id } = await (await ask('POST', '/api/v1/batches', { batchName: 'Large', fileCount: 20, processedCount: 20 })).json()
  const { url, headers } = await (await ask('POST', `/api/v1/batches/${id}/upload`, announced)).json()
  assert.equal((await fetch(url, { method: 'PUT', body: bytes, headers })).status, 200)
  for (;;) {
    const over = await ask('POST', `/api/v1/batches/${id}/upload/complete`, announced)
    await over.arrayBuffer()
    if (over.status === 200) return
    assert.equal(over.status, 202)
  }
}
