// One instance of a browser module under Node: `call` sends a JSON request with binary parts, as web/src/engine/abi.ts
// does. All numbers are little-endian u32.
import { readFileSync } from 'node:fs'

export async function openModule(path) {
  return (await WebAssembly.instantiate(readFileSync(path), { nomina: { progress() {} } })).instance.exports
}

/** Count, lengths, bytes. */
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

/** `{ ok, picture }` or `{ error, picture }`; a trap throws, and the instance is not to be used again. */
export function call(module, request, ...binary) {
  const message = join([Buffer.from(JSON.stringify(request)), ...binary])
  const at = module.nomina_alloc(message.length) >>> 0
  new Uint8Array(module.memory.buffer, at, message.length).set(message)
  const reply = module.nomina_call(at, message.length) >>> 0
  const length = new DataView(module.memory.buffer).getUint32(reply, true)
  const bytes = Buffer.from(new Uint8Array(module.memory.buffer, reply, length))
  module.nomina_free(reply, length)
  const [json, picture] = split(bytes.subarray(4))
  return { ...JSON.parse(json.toString()), picture }
}
