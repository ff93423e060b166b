// What every worker does around its job: wait for an order, time it, answer. The first order of each kind of job warms up:
// browsers compile what runs often, and a batch of images is what this is for.

/** Starts a worker whose `job(spec, bytes, size, fonts)` gives the result's bytes. */
export function serve(job, facts = () => ({})) {
  const warm = new Set()
  self.onmessage = async ({ data: { spec, kind, bytes, size, fonts } }) => {
    try {
      if (!warm.has(kind) && !spec.fresh) {
        const copies = fonts.map((font) => font.slice(0))
        await job(spec, bytes.slice(0), size, copies)
      }
      warm.add(kind)
      const start = performance.now()
      const result = await job(spec, bytes, size, fonts)
      const ms = performance.now() - start
      self.postMessage({ ms, bytes: result, ...facts() })
    } catch (error) {
      self.postMessage({ error: String(error?.message ?? error) })
    }
  }
  self.postMessage('ready')
}

/** The size inside the box that the options give. */
export function target([width, height], box) {
  if (!box) return [width, height]
  const scale = Math.min(1, box[0] / width, box[1] / height)
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

export const MIME = { jpeg: 'image/jpeg', webp: 'image/webp', png: 'image/png' }

/** The recipe's text in the lower right corner, as a canvas draws it. */
export function mark(context, spec, width, height) {
  context.font = `${(spec.options.textWatermarkFontSize / 24) * 1920 * 0.03}px sans-serif`
  context.textAlign = 'right'
  context.globalAlpha = 0.7
  context.lineWidth = 4
  context.strokeStyle = 'rgba(0, 0, 0, 0.5)'
  context.fillStyle = 'white'
  context.strokeText(spec.text, width - 20, height - 30)
  context.fillText(spec.text, width - 20, height - 30)
}
