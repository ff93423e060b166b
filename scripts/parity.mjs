// The table of crates/engine/examples/parity.rs, made by the browser's module: `sha256 recipe file`.
// node scripts/parity.mjs MODULES [--font FILE] FILES... ; MODULES is the folder with engine.wasm and text.wasm
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [modules, ...rest] = process.argv.slice(2)
const recipes = JSON.parse(readFileSync(new URL('../crates/engine/tests/parity/recipes.json', import.meta.url), 'utf8'))
const compile = (name) => WebAssembly.compile(readFileSync(`${modules}/${name}.wasm`))
const start = async (module) => (await WebAssembly.instantiate(module, {})).exports
const compiled = await compile('engine')
let engine = await start(compiled)
const text = await start(await compile('text'))
const fonts = []
while (rest[0] === '--font') fonts.push(readFileSync(rest.splice(0, 2)[1]))
const outlines = new Map(recipes.map(({ name, options }) => [name, outline(options.textWatermark ?? '')]))

/** Count, lengths, bytes: all numbers are little-endian u32. */
function join(parts) {
  const head = Buffer.alloc(4 + 4 * parts.length)
  head.writeUInt32LE(parts.length, 0)
  parts.forEach((part, at) => head.writeUInt32LE(part.length, 4 + 4 * at))
  return Buffer.concat([head, ...parts])
}

function split(bytes) {
  const count = bytes.readUInt32LE(0)
  let start = 4 + 4 * count
  return Array.from({ length: count }, (_, at) => {
    const length = bytes.readUInt32LE(4 + 4 * at)
    start += length
    return bytes.subarray(start - length, start)
  })
}

/** The letters of a text; empty without fonts. */
function outline(letters) {
  return fonts.length > 0 ? call(text, { op: 'outline', text: letters }, ...fonts).picture : Buffer.alloc(0)
}

function call(module, request, ...binary) {
  const message = join([Buffer.from(JSON.stringify(request)), ...binary])
  const at = module.nomina_alloc(message.length)
  new Uint8Array(module.memory.buffer, at, message.length).set(message)
  const reply = module.nomina_call(at, message.length)
  const length = new DataView(module.memory.buffer).getUint32(reply, true)
  const bytes = Buffer.from(new Uint8Array(module.memory.buffer, reply, length))
  module.nomina_free(reply, length)
  const [json, picture] = split(bytes.subarray(4))
  return { ...JSON.parse(json.toString()), picture }
}

for (const file of rest) {
  const picture = readFileSync(file)
  for (const { name, options } of recipes) {
    let line
    try {
      const reply = call(engine, { op: 'process', options }, picture, Buffer.alloc(0), outlines.get(name))
      line = reply.error ? `error: ${reply.error.message}` : createHash('sha256').update(reply.picture).digest('hex')
    } catch (error) {
      line = `trap: ${error.message}`
      engine = await start(compiled)
    }
    console.log(`${line} ${name} ${file}`)
  }
}
