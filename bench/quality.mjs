// How good a result looks: SSIMULACRA2 of its middle against the source, reduced without shortcuts, and decoded by an
// independent decoder. Equal files are scored once.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineProcess } from './line-process.mjs'
import { OUT, peer } from './setup.mjs'

// Large enough to judge, small enough to be quick; the mark in the corner stays outside.
const SIDE = 768

/** `program`: the built meter. */
export function qualityMeter(program) {
  const meter = lineProcess(program)
  const sharp = peer('sharp')
  const references = new Map()
  const scores = new Map()

  async function raw(picture, [width, height], path) {
    const [across, down] = [Math.min(SIDE, width), Math.min(SIDE, height)]
    const area = { left: (width - across) >> 1, top: (height - down) >> 1, width: across, height: down }
    writeFileSync(path, await picture.removeAlpha().toColourspace('srgb').extract(area).raw().toBuffer())
    return [across, down]
  }

  async function reference(source, size) {
    const key = `${source}-${size}`
    if (!references.has(key)) {
      const path = join(OUT, `reference-${references.size}.raw`)
      const whole = await sharp(source)
        .rotate()
        .resize(...size, { fit: 'fill', kernel: 'lanczos3', fastShrinkOnLoad: false })
        .png({ compressionLevel: 0 })
        .toBuffer()
      await raw(sharp(whole), size, path)
      references.set(key, path)
    }
    return references.get(key)
  }

  async function score(source, result) {
    const bytes = readFileSync(result)
    const key = createHash('sha256').update(source).update(bytes).digest('hex')
    if (!scores.has(key)) {
      const { width, height } = await sharp(bytes).metadata()
      const test = join(OUT, 'test.raw')
      const against = await reference(source, [width, height])
      const size = await raw(sharp(bytes), [width, height], test)
      scores.set(key, Number(await meter.ask([...size, against, test].join('\t'))))
    }
    return scores.get(key)
  }
  return { score, close: meter.close }
}
