// libvips in wasm, on one thread like the others. It draws no text in this build: a canvas draws the mark for it.
import Vips from '/peers/wasm-vips/lib/vips-es6.js'
import { mark, serve } from './worker.mjs'

const vips = await Vips({ dynamicLibraries: [], locateFile: (file) => `/peers/wasm-vips/lib/${file}` })
vips.concurrency(1)
vips.Cache.max(0)

serve((spec, bytes) => {
  const input = new Uint8Array(bytes)
  let picture = spec.box
    ? vips.Image.thumbnailBuffer(input, spec.box[0], { height: spec.box[1], size: 'down' })
    : vips.Image.newFromBuffer(input, '', { access: 'sequential' })
  if (spec.text) picture = marked(picture, spec)
  const settings = spec.to === 'png' ? {} : { Q: 80, keep: 'none' }
  const result = picture.writeToBuffer(`.${spec.to === 'jpeg' ? 'jpg' : spec.to}`, settings)
  picture.delete()
  return result
})

/** The corner with the text, laid over the image. */
function marked(picture, spec) {
  const [width, height] = [Math.min(picture.width, 600), Math.min(picture.height, 100)]
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  mark(context, spec, width, height)
  const pixels = new Uint8Array(context.getImageData(0, 0, width, height).data.buffer)
  const text = vips.Image.newFromMemory(pixels, width, height, 4, 'uchar').copy({ interpretation: 'srgb' })
  return picture.composite2(text, 'over', { x: picture.width - width, y: picture.height - height }).flatten()
}
