// A module of ours through its raw boundary; the shape of a call is that of web/src/engine/abi.ts.

export async function openModule(name) {
  const module = await WebAssembly.compileStreaming(fetch(`/web/src/engine/pkg/${name}.wasm`))
  const { exports } = await WebAssembly.instantiate(module, { nomina: { progress() {} } })
  return {
    call: (request, binary) => read(exports, send(exports, request, binary)),
    memoryBytes: () => exports.memory.buffer.byteLength,
  }
}

/** The naming model: with relaxed vectors where the browser takes them, as web/src/engine/device.ts chooses. */
export const openVision = () => openModule('vision-relaxed').catch(() => openModule('vision'))

function send(exports, request, binary) {
  const parts = [new TextEncoder().encode(JSON.stringify(request)), ...binary]
  const head = 4 + parts.length * 4
  const size = parts.reduce((sum, part) => sum + part.length, head)
  const ptr = exports.nomina_alloc(size) >>> 0
  const view = new DataView(exports.memory.buffer, ptr)
  view.setUint32(0, parts.length, true)
  let at = head
  parts.forEach((part, i) => {
    view.setUint32(4 + i * 4, part.length, true)
    new Uint8Array(exports.memory.buffer, ptr).set(part, at)
    at += part.length
  })
  return exports.nomina_call(ptr, size) >>> 0
}

function read(exports, ptr) {
  const view = new DataView(exports.memory.buffer, ptr)
  const [size, json, length] = [0, 8, 12].map((at) => view.getUint32(at, true))
  const reply = JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, ptr + 16, json)))
  const bytes = new Uint8Array(exports.memory.buffer, ptr + 16 + json, length).slice()
  exports.nomina_free(ptr, size)
  if (reply.error) throw new Error(reply.error.message)
  return { value: reply.ok, bytes }
}
