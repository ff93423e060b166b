// jSquash: the codecs of Squoosh, one wasm module each. It draws no text: a canvas does that for it.
import decodeJpeg from '/peers/@jsquash/jpeg/decode.js'
import encodeJpeg from '/peers/@jsquash/jpeg/encode.js'
import decodePng from '/peers/@jsquash/png/decode.js'
import encodePng from '/peers/@jsquash/png/encode.js'
import resize from '/peers/@jsquash/resize/index.js'
import encodeWebp from '/peers/@jsquash/webp/encode.js'
import { mark, serve, target } from './worker.mjs'

const encoders = {
  jpeg: (picture) => encodeJpeg(picture, { quality: 80 }),
  webp: (picture) => encodeWebp(picture, { quality: 80 }),
  png: (picture) => encodePng(picture),
}

serve(async (spec, bytes, size) => {
  let picture = await (spec.source === 'png' ? decodePng(bytes) : decodeJpeg(bytes))
  if (spec.box) {
    const [width, height] = target(size, spec.box)
    picture = await resize(picture, { width, height, method: 'lanczos3', fitMethod: 'stretch' })
  }
  if (spec.text) picture = marked(picture, spec)
  return new Uint8Array(await encoders[spec.to](picture))
})

function marked(picture, spec) {
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  context.putImageData(picture, 0, 0)
  mark(context, spec, width, height)
  return context.getImageData(0, 0, width, height)
}
