// From single measurements to rows, a table to read and bench/results.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GOALS, JOBS, median } from './jobs.mjs'
import { OUT, ROOT } from './setup.mjs'

/** One row per job, peer and place: the median over images of how many times faster we are. */
export function rows(entries) {
  const groups = {}
  for (const entry of entries) (groups[`${entry.job} ${entry.peer} ${entry.where}`] ??= []).push(entry)
  return Object.values(groups).map((group) => {
    const mean = (of) => {
      const known = group.map(of).filter(Number.isFinite)
      return known.length ? known.reduce((a, b) => a + b, 0) / known.length : null
    }
    const quality = mean((e) => e.quality)
    const peerQuality = mean((e) => e.peerQuality)
    return {
      job: group[0].job,
      peer: group[0].peer,
      where: group[0].where,
      ratio: round(median(group.map((e) => e.peerMs / e.oursMs)), 2),
      bytes: group.reduce((sum, e) => sum + e.bytes, 0),
      peer_bytes: group.reduce((sum, e) => sum + e.peerBytes, 0),
      quality: quality === null ? null : round(quality, 2),
      quality_delta: quality === null || peerQuality === null ? null : round(quality - peerQuality, 2),
    }
  })
}

/** A run of a part (`keep`) leaves the rows of the others as they were, in the order of the jobs. */
export function write(result, entries, keep) {
  const path = join(ROOT, 'bench/results.json')
  const name = (row) => `${row.job} ${row.peer} ${row.where}`
  const made = new Set(result.map(name))
  const before =
    keep && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).filter((row) => !made.has(name(row))) : []
  const order = (row) => 2 * Object.keys(JOBS).indexOf(row.job) + (row.where === 'native' ? 0 : 1)
  const rows = [...result, ...before].sort((a, b) => order(a) - order(b))
  writeFileSync(path, `${JSON.stringify(rows, null, 2)}\n`)
  writeFileSync(join(OUT, 'entries.json'), `${JSON.stringify(entries, null, 2)}\n`)
}

export function print(result, entries, memory) {
  const head = ['job', 'peer', 'where', 'ratio', 'goal', '', 'ours ms', 'peer ms', 'bytes', 'SSIMULACRA2']
  const body = result.map((row) => {
    const goal = GOALS[row.peer]?.[row.job]
    const group = entries.filter((e) => e.job === row.job && e.peer === row.peer && e.where === row.where)
    const ms = (of) => median(group.map(of)).toFixed(1)
    const size = `${((100 * row.bytes) / row.peer_bytes).toFixed(0)} %`
    const delta =
      row.quality_delta === null ? '' : ` (${row.quality_delta >= 0 ? '+' : ''}${row.quality_delta.toFixed(1)})`
    return [
      row.job,
      row.peer,
      row.where,
      `${row.ratio.toFixed(2)}x`,
      goal ? `${goal}x` : '',
      goal ? (row.ratio >= goal ? 'reached' : 'MISSED') : '',
      ms((e) => e.oursMs),
      ms((e) => e.peerMs),
      size,
      row.quality === null ? '' : `${row.quality.toFixed(1)}${delta}`,
    ]
  })
  const widths = head.map((_, i) => Math.max(...[head, ...body].map((line) => line[i].length)))
  for (const line of [head, ...body])
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    )
  console.log(
    '\nratio > 1: we are faster. native: CPU time, one thread; chromium: wall time in a worker. bytes: ours / peer.',
  )
  printKinds(entries)
  for (const m of memory) {
    const share = ((100 * m.oursBytes) / m.canvasBytes).toFixed(0)
    const what = `${m.job}, ${m.kind}, ${m.photo} (${Math.round(m.pixels / 1e6)} MP)`
    console.log(
      `memory of a worker: ${what}: ${mb(m.oursBytes)}, canvas' RGBA ${mb(m.canvasBytes)}: ${share} % (goal under 50 %)`,
    )
  }
}

/** Baseline and progressive sources apart, where both were measured. */
function printKinds(entries) {
  const main = entries.filter((e) => e.job === 'jpeg-jpeg-1080' && e.peer === 'sharp')
  const parts = ['baseline', 'progressive'].map((kind) => {
    const ratios = main.filter((e) => e.kind === kind).map((e) => e.peerMs / e.oursMs)
    return ratios.length ? `${kind} ${median(ratios).toFixed(2)}x` : ''
  })
  if (parts.every(Boolean)) console.log(`jpeg-jpeg-1080 against sharp by source: ${parts.join(', ')}`)
}

const mb = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`
const round = (value, digits) => Number(value.toFixed(digits))
