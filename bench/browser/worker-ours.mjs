// Our modules through their raw boundary; the shape of a call is that of web/src/engine/abi.ts.
import { serve } from './worker.mjs'

const open = async (name) => {
  const module = await WebAssembly.compileStreaming(fetch(`/web/src/engine/pkg/${name}.wasm`))
  return (await WebAssembly.instantiate(module, {})).exports
}
const [engine, text] = await Promise.all([open('engine'), open('text')])

function call(exports, request, binary) {
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
  return read(exports, exports.nomina_call(ptr, size) >>> 0)
}

function read(exports, ptr) {
  const view = new DataView(exports.memory.buffer, ptr)
  const [size, json, bytes] = [0, 8, 12].map((at) => view.getUint32(at, true))
  const reply = JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, ptr + 16, json)))
  const result = new Uint8Array(exports.memory.buffer, ptr + 16 + json, bytes).slice()
  exports.nomina_free(ptr, size)
  if (reply.error) throw new Error(reply.error.message)
  return result
}

serve(
  (spec, bytes, _size, fonts) => {
    const picture = new Uint8Array(bytes)
    if (!spec.options) return call(engine, { op: 'thumbnail', side: spec.side }, [picture])
    const files = fonts.map((font) => new Uint8Array(font))
    const letters = files.length > 0 ? [call(text, { op: 'outline', text: spec.options.textWatermark }, files)] : []
    return call(engine, { op: 'process', options: spec.options }, [picture, new Uint8Array(), ...letters])
  },
  () => ({ memoryBytes: engine.memory.buffer.byteLength }),
)
