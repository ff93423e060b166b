// What storing a ZIP of 500 MB costs the server in memory: it goes through in pieces, so that the goal is 64 MB.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNomina } from '../e2e/peers/peers.mjs'
import { makeZip, signedIn, storeBatch } from '../e2e/peers/zips.mjs'

const PICTURES = 10
const PICTURE_BYTES = 50_000_000
const GOAL_MB = 64

/** The most memory that a process has had, in megabytes. */
function peak(pid) {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(kilobytes) / 1024
}

const folder = mkdtempSync(join(tmpdir(), 'nomina-upload-'))
const nomina = await startNomina({ AI_PROVIDER: 'none' })
try {
  const zip = join(folder, 'batch.zip')
  makeZip(zip, PICTURES, PICTURE_BYTES)
  const ask = await signedIn(nomina.base)
  const before = peak(nomina.pid)
  const { fileSize } = await storeBatch(ask, zip)
  const added = peak(nomina.pid) - before
  console.log(`upload: a ZIP of ${Math.round(fileSize / 1e6)} MB added ${added.toFixed(1)} MB to the server's ${before.toFixed(1)} MB (goal: less than ${GOAL_MB})`)
  process.exitCode = added < GOAL_MB ? 0 : 1
} finally {
  nomina.stop()
  rmSync(folder, { recursive: true, force: true })
}
