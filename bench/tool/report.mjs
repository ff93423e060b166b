// The figures as text.

const GOAL_MS = 100
const mb = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

export function print({ pictures, cameraSized, phases, ours, canvas }) {
  console.log(`\n${pictures} pictures, ${cameraSized} of them of 12 to 24 megapixels; resize to 1920 x 1080, text mark, WebP 0.8\n`)
  console.log('phase                 time    long tasks  longest  workers')
  for (const { name, ms, longTasks, longestMs, worstFrame, busy } of phases) {
    const work = Object.entries(busy).map(([op, took]) => `${op} ${seconds(took)}`).join(', ')
    const verdict = longestMs > GOAL_MS ? `\n                       over ${GOAL_MS} ms: ${culprit(worstFrame)}` : ''
    console.log(`${name.padEnd(20)} ${seconds(ms).padStart(7)} ${String(longTasks).padStart(10)}  ${`${Math.round(longestMs)} ms`.padStart(7)}  ${work}${verdict}`)
  }
  const rows = [
    ['pictures alone', seconds(ours.ms), seconds(canvas.ms), `${(canvas.ms / ours.ms).toFixed(2)}x as fast`],
    ['bytes', mb(ours.bytes), mb(canvas.bytes), `${((100 * ours.bytes) / canvas.bytes).toFixed(0)} %`],
    ['SSIMULACRA2', ours.quality.toFixed(1), canvas.quality.toFixed(1), signed(ours.quality - canvas.quality)],
    ['peak JS heap', mb(ours.peak.heapBytes), mb(canvas.peak.heapBytes), ''],
    ['peak wasm memory of a worker', mb(ours.peak.workerBytes), '', ''],
    ['peak of the page', mb(ours.peak.pageBytes), mb(canvas.peak.pageBytes), ''],
    ['peak of the whole browser', mb(ours.peak.browserBytes), mb(canvas.peak.browserBytes), ''],
  ]
  console.log('\n                                     ours      canvas')
  for (const [name, a, b, note] of rows) console.log(`${name.padEnd(30)} ${a.padStart(10)}  ${b.padStart(10)}  ${note}`.trimEnd())
}

function culprit(frame) {
  return frame?.scripts.map(({ ms, who }) => `${who} ${ms} ms`).join('; ') || 'the browser names no script'
}

const signed = (value) => `${value >= 0 ? '+' : ''}${value.toFixed(1)}`
