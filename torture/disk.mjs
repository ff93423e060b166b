// The disk is full: writes are refused with a sentence, reading goes on, and when there is room again so do writes.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Replica } from '../e2e/peers/cluster.mjs'
import { asker, token } from '../e2e/peers/load.mjs'

export async function disk(after) {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-disk-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]).status !== 0) return { skipped: 'a small disk cannot be mounted here (needs root)' }
  after(() => spawnSync('umount', ['-l', folder]))
  const server = await Replica.start({ DATA_DIR: folder })
  after(() => server.stop())
  const bearer = await token(server.base)
  const ask = asker(server.base, bearer)
  const save = () => ask('POST', '/api/v1/batches', { batchName: 'x'.repeat(200), fileCount: 1, processedCount: 1 })
  assert.equal((await save()).status, 201)
  try {
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(24 << 20))
  } catch {
    // As much as there was room for.
  }
  const refused = []
  for (let turn = 0; turn < 400 && refused.length < 20; turn++) {
    const answer = await save()
    const body = await answer.json()
    if (answer.status !== 201) refused.push(`${answer.status} ${body.code}`)
  }
  assert.equal(refused.length, 20, 'the disk was never full')
  assert.equal((await ask('GET', '/api/v1/batches')).status, 200, 'reading goes on')
  assert.equal((await fetch(`${server.base}/healthz`)).status, 200)
  rmSync(join(folder, 'ballast'))
  const began = performance.now()
  let again = await save()
  for (let turn = 0; turn < 100 && again.status !== 201; turn++) again = await save()
  assert.equal(again.status, 201, `writing goes on when there is room: ${server.server.output().slice(-2000)}`)
  const waited = Math.round(performance.now() - began)
  await server.down()
  const check = 'import sqlite3,sys; print(sqlite3.connect(sys.argv[1]).execute("PRAGMA integrity_check").fetchone()[0])'
  assert.equal(execFileSync('python3', ['-c', check, join(folder, 'nomina.db')], { encoding: 'utf8' }).trim(), 'ok')
  return { figure: `writes refused with ${[...new Set(refused)].join(', ')}, reads served, writing again ${waited} ms after there was room, integrity ok` }
}
