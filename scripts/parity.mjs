// The table of crates/engine/examples/parity.rs, made by the browser's module: `sha256 recipe file`.
// node scripts/parity.mjs MODULES [--font FILE] FILES... ; MODULES is the folder with engine.wasm and text.wasm
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { call, openModule } from './wasm-module.mjs'

const [modules, ...rest] = process.argv.slice(2)
const recipes = JSON.parse(readFileSync(new URL('../crates/engine/tests/parity/recipes.json', import.meta.url), 'utf8'))
let engine = await openModule(`${modules}/engine.wasm`)
/** Modules of single formats, opened when the engine asks for one; not kept after a trap. */
const more = new Map()
const text = await openModule(`${modules}/text.wasm`)
const fonts = []
while (rest[0] === '--font') fonts.push(readFileSync(rest.splice(0, 2)[1]))
const outlines = new Map(recipes.map(({ name, options }) => [name, outline(options.textWatermark ?? '')]))

/** The letters of a text; empty without fonts. */
function outline(letters) {
  return fonts.length > 0 ? call(text, { op: 'outline', text: letters }, ...fonts).picture : Buffer.alloc(0)
}

for (const file of rest) {
  const picture = readFileSync(file)
  for (const { name, options } of recipes) {
    let line
    try {
      const asked = [{ op: 'process', options }, picture, Buffer.alloc(0), outlines.get(name)]
      let reply = call(engine, ...asked)
      // The module that reads a file may ask for the one that writes the result.
      for (let asks = 0; asks < 2; asks += 1) {
        const format = /^needs-(.*)/.exec(reply.error?.code ?? '')?.[1]
        if (!format) break
        if (!more.has(format)) more.set(format, await openModule(`${modules}/${format}.wasm`))
        reply = call(more.get(format), ...asked)
      }
      line = reply.error ? `error: ${reply.error.message}` : createHash('sha256').update(reply.picture).digest('hex')
    } catch (error) {
      line = `trap: ${error.message}`
      engine = await openModule(`${modules}/engine.wasm`)
      more.clear()
    }
    console.log(`${line} ${name} ${file}`)
  }
}
