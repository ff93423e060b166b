// `make torture [case ...]`: faults done to the real binary, one after the other, each with a figure. A case that this machine
// cannot run says so. What it learned is printed at the end as a table.
import { execFileSync } from 'node:child_process'
import { crashes } from './crashes.mjs'
import { clock } from './clock.mjs'
import { database, killed } from './replicas.mjs'
import { disk } from './disk.mjs'
import { model } from './model.mjs'
import { storage } from './storage.mjs'
import { streams } from './streams.mjs'

const CASES = { crashes, database, killed, storage, disk, model, clock, streams }
const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !CASES[name])
if (unknown) throw new Error(`${unknown} is none of ${Object.keys(CASES).join(', ')}`)

process.stdout.write(`${execFileSync('uptime', { encoding: 'utf8' }).trim()}\n`)
const rows = []
for (const [name, run] of Object.entries(CASES)) {
  if (wanted.length && !wanted.includes(name)) continue
  const began = performance.now()
  const stops = []
  let row
  try {
    const outcome = await run((stop) => stops.push(stop))
    row = outcome.skipped ? ['skipped', outcome.skipped] : ['passed', outcome.figure]
  } catch (error) {
    row = ['FAILED', error.stack]
  }
  for (const stop of stops.reverse()) await stop()
  rows.push([name, ...row])
  process.stdout.write(`${row[0].padEnd(8)} ${name.padEnd(9)} ${row[1]} (${Math.round((performance.now() - began) / 1000)} s)\n`)
}
const count = (word) => rows.filter((row) => row[1] === word).length
process.stdout.write(`\n${count('passed')} passed, ${count('FAILED')} failed, ${count('skipped')} skipped\n`)
process.exit(count('FAILED') ? 1 : 0)
