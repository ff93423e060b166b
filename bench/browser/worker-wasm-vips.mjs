// libvips in wasm, on one thread like the others.
import Vips from '/peers/wasm-vips/lib/vips-es6.js'
import { serve } from './worker.mjs'

const vips = await Vips({ dynamicLibraries: [], locateFile: (file) => `/peers/wasm-vips/lib/${file}` })
vips.concurrency(1)
vips.Cache.max(0)

serve((spec, bytes) => {
  if (spec.text) throw new Error('it draws no text in this build')
  const input = new Uint8Array(bytes)
  const picture = spec.box
    ? vips.Image.thumbnailBuffer(input, spec.box[0], { height: spec.box[1], size: 'down' })
    : vips.Image.newFromBuffer(input, '', { access: 'sequential' })
  const settings = spec.to === 'png' ? {} : { Q: 80, keep: 'none' }
  const result = picture.writeToBuffer(`.${spec.to === 'jpeg' ? 'jpg' : spec.to}`, settings)
  picture.delete()
  return result
})
