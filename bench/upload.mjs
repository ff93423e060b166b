// What storing a ZIP of 500 MB costs the server in memory: it goes through in pieces, so that the goal is 64 MB.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNomina } from '../e2e/peers/peers.mjs'
import { makeZip, signedIn, storeBatch } from '../e2e/peers/zips.mjs'
import { watchMemory } from './processes.mjs'

const PICTURES = 10
const PICTURE_BYTES = 50_000_000
const GOAL_MB = 64

const folder = mkdtempSync(join(tmpdir(), 'nomina-upload-'))
const nomina = await startNomina({ AI_PROVIDER: 'none' })
try {
  const zip = join(folder, 'batch.zip')
  makeZip(zip, PICTURES, PICTURE_BYTES)
  const ask = await signedIn(nomina.base)
  const { before, most } = watchMemory(nomina.pid)
  const { fileSize } = await storeBatch(ask, zip)
  const added = most() - before
  console.log(`upload: a ZIP of ${Math.round(fileSize / 1e6)} MB added ${added.toFixed(1)} MB to the server's ${before.toFixed(1)} MB (goal: less than ${GOAL_MB})`)
  process.exitCode = added < GOAL_MB ? 0 : 1
} finally {
  nomina.stop()
  rmSync(folder, { recursive: true, force: true })
}
