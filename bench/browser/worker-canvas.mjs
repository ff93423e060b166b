// The browser's own way: createImageBitmap, OffscreenCanvas, convertToBlob.
import { MIME, mark, serve, target } from './worker.mjs'

serve(async (spec, bytes, size) => {
  const bitmap = await createImageBitmap(new Blob([bytes]))
  const [width, height] = target(size, spec.box)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  if (spec.text) mark(context, spec, width, height)
  const blob = await canvas.convertToBlob({ type: MIME[spec.to], quality: 0.8 })
  if (blob.type !== MIME[spec.to]) throw new Error(`no ${spec.to} encoder`)
  return new Uint8Array(await blob.arrayBuffer())
})
