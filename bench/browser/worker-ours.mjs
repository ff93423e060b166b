// Our modules: the image by engine.wasm, the letters of a text mark by text.wasm.
import { openModule } from './module.mjs'
import { serve } from './worker.mjs'

const [engine, text] = await Promise.all(['engine', 'text'].map(openModule))

serve(
  (spec, bytes, _size, fonts) => {
    const picture = new Uint8Array(bytes)
    if (!spec.options) return engine.call({ op: 'thumbnail', side: spec.side }, [picture]).bytes
    const files = fonts.map((font) => new Uint8Array(font))
    const letters = files.length > 0 ? [text.call({ op: 'outline', text: spec.options.textWatermark }, files).bytes] : []
    return engine.call({ op: 'process', options: spec.options }, [picture, new Uint8Array(), ...letters]).bytes
  },
  () => ({ memoryBytes: engine.memoryBytes() }),
)
