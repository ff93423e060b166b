// The table of crates/engine/examples/parity.rs, made by the browser's module: `sha256 recipe file`.
// node scripts/parity.mjs MODULE.wasm [--font FILE] FILES...
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { call, openModule } from './wasm-module.mjs'

const [modulePath, ...rest] = process.argv.slice(2)
const recipes = JSON.parse(readFileSync(new URL('../crates/engine/tests/parity/recipes.json', import.meta.url), 'utf8'))
let engine = await openModule(modulePath)
const fonts = []
while (rest[0] === '--font') fonts.push(readFileSync(rest.splice(0, 2)[1]))

for (const file of rest) {
  const picture = readFileSync(file)
  for (const { name, options } of recipes) {
    let line
    try {
      const reply = call(engine, { op: 'process', options }, picture, Buffer.alloc(0), ...fonts)
      line = reply.error ? `error: ${reply.error.message}` : createHash('sha256').update(reply.picture).digest('hex')
    } catch (error) {
      line = `trap: ${error.message}`
      engine = await openModule(modulePath)
    }
    console.log(`${line} ${name} ${file}`)
  }
}
