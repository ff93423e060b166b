// What storing a ZIP of 500 MB costs the server in memory: it goes through in pieces, so that the goal is 64 MB.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNomina } from '../e2e/peers/peers.mjs'
import { makeZip, signedIn, storeBatch } from '../e2e/peers/zips.mjs'

const PICTURES = 10
const PICTURE_BYTES = 50_000_000
const GOAL_MB = 64

/** The memory of a process in megabytes: `VmRSS` now, `VmHWM` the most since the mark was reset. */
function memory(pid, name) {
  const [, kilobytes] = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(kilobytes) / 1024
}

const folder = mkdtempSync(join(tmpdir(), 'nomina-upload-'))
const nomina = await startNomina({ AI_PROVIDER: 'none' })
try {
  const zip = join(folder, 'batch.zip')
  makeZip(zip, PICTURES, PICTURE_BYTES)
  const ask = await signedIn(nomina.base)
  // What signing in took (a password hash alone is 19 MB) must not hide what the upload takes.
  writeFileSync(`/proc/${nomina.pid}/clear_refs`, '5')
  const before = memory(nomina.pid, 'VmRSS')
  const { fileSize } = await storeBatch(ask, zip)
  const added = memory(nomina.pid, 'VmHWM') - before
  console.log(`upload: a ZIP of ${Math.round(fileSize / 1e6)} MB added ${added.toFixed(1)} MB to the server's ${before.toFixed(1)} MB (goal: less than ${GOAL_MB})`)
  process.exitCode = added < GOAL_MB ? 0 : 1
} finally {
  nomina.stop()
  rmSync(folder, { recursive: true, force: true })
}
