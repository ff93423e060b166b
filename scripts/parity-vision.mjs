// The descriptions of `nomina name --json`, made by the browser's two modules: one JSON object a line.
// node scripts/parity-vision.mjs PKG-FOLDER MODELS-FOLDER [--figures] FILES...
// --figures also says on standard error how long an image took and how much memory the model needed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, openModule } from './wasm-module.mjs'

const [pkg, models, ...rest] = process.argv.slice(2)
const figures = rest[0] === '--figures' && rest.shift()
const engine = await openModule(join(pkg, 'engine.wasm'))
const vision = await openModule(join(pkg, 'vision.wasm'))
const weights = [['loadModel', 'nomina-vision.bin'], ['loadReader', 'nomina-text.bin'], ['loadBest', 'nomina-best.bin']]
for (const [op, file] of weights.filter(([, file]) => existsSync(join(models, file)))) {
  const { error } = call(vision, { op }, readFileSync(join(models, file)))
  if (error) throw new Error(error.message)
}

const times = []
for (const file of rest) {
  const reduced = call(engine, { op: 'modelInput' }, readFileSync(file))
  const start = performance.now()
  const seen = reduced.error ? reduced : call(vision, { op: 'describe' }, reduced.picture)
  times.push(performance.now() - start)
  console.log(JSON.stringify(seen.error ? { file, error: seen.error.message } : { file, details: seen.ok }))
}
if (figures) {
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(0)
  const mean = times.reduce((a, b) => a + b, 0) / times.length
  const megabytes = (vision.memory.buffer.byteLength / 2 ** 20).toFixed(0)
  console.error(`wasm: mean ${mean.toFixed(0)} ms, median ${at(0.5)}, slowest ${at(1)}; ${megabytes} MB of memory`)
}
