// jSquash: the codecs of Squoosh, one wasm module each.
import decodeJpeg from '/peers/@jsquash/jpeg/decode.js'
import encodeJpeg from '/peers/@jsquash/jpeg/encode.js'
import decodePng from '/peers/@jsquash/png/decode.js'
import encodePng from '/peers/@jsquash/png/encode.js'
import resize from '/peers/@jsquash/resize/index.js'
import encodeWebp from '/peers/@jsquash/webp/encode.js'
import { serve, target } from './worker.mjs'

const encoders = {
  jpeg: (picture) => encodeJpeg(picture, { quality: 80 }),
  webp: (picture) => encodeWebp(picture, { quality: 80 }),
  png: (picture) => encodePng(picture),
}

serve(async (spec, bytes, size) => {
  if (spec.text) throw new Error('it draws no text')
  let picture = await (spec.source === 'png' ? decodePng(bytes) : decodeJpeg(bytes))
  if (spec.box) {
    const [width, height] = target(size, spec.box)
    picture = await resize(picture, { width, height, method: 'lanczos3', fitMethod: 'stretch' })
  }
  return new Uint8Array(await encoders[spec.to](picture))
})
