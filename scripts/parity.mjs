// The table of crates/engine/examples/parity.rs, made by the browser's module: `sha256 recipe file`.
// node scripts/parity.mjs MODULE.wasm [--font FILE] FILES...
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [modulePath, ...rest] = process.argv.slice(2)
const recipes = JSON.parse(readFileSync(new URL('../crates/engine/tests/parity/recipes.json', import.meta.url), 'utf8'))
const compiled = await WebAssembly.compile(readFileSync(modulePath))
let engine = await start()
const fonts = []
while (rest[0] === '--font') fonts.push(readFileSync(rest.splice(0, 2)[1]))

async function start() {
  return (await WebAssembly.instantiate(compiled, {})).exports
}

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

function call(request, ...binary) {
  const message = join([Buffer.from(JSON.stringify(request)), ...binary])
  const at = engine.nomina_alloc(message.length)
  new Uint8Array(engine.memory.buffer, at, message.length).set(message)
  const reply = engine.nomina_call(at, message.length)
  const length = new DataView(engine.memory.buffer).getUint32(reply, true)
  const bytes = Buffer.from(new Uint8Array(engine.memory.buffer, reply, length))
  engine.nomina_free(reply, length)
  const [json, picture] = split(bytes.subarray(4))
  return { ...JSON.parse(json.toString()), picture }
}

for (const file of rest) {
  const picture = readFileSync(file)
  for (const { name, options } of recipes) {
    let line
    try {
      const reply = call({ op: 'process', options }, picture, Buffer.alloc(0), ...fonts)
      line = reply.error ? `error: ${reply.error.message}` : createHash('sha256').update(reply.picture).digest('hex')
    } catch (error) {
      line = `trap: ${error.message}`
      engine = await start()
    }
    console.log(`${line} ${name} ${file}`)
  }
}
