// How good the results look: SSIMULACRA2 against the source, reduced without shortcuts and decoded by sharp. The lower
// quarter with the mark is left out, as both sides draw their letters in their own way.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineProcess } from '../line-process.mjs'
import { OUT, peer } from '../setup.mjs'

const SIDE = 768

/** Scores of [{ source, ours, theirs }] as [{ ours, theirs }]. */
export async function scores(program, triples) {
  const sharp = peer('sharp')
  const meter = lineProcess(program)
  const raw = async (picture, { width, height }, path) => {
    const [across, down] = [Math.min(SIDE, width), Math.min(SIDE, Math.floor(height * 0.75))]
    const area = { left: (width - across) >> 1, top: 0, width: across, height: down }
    writeFileSync(path, await picture.removeAlpha().toColourspace('srgb').extract(area).raw().toBuffer())
    return [across, down]
  }
  const [referenceRaw, testRaw] = ['reference', 'test'].map((name) => join(OUT, `tool/${name}.raw`))
  const score = async (source, result) => {
    const { width, height } = await sharp(result).metadata()
    const whole = await sharp(source)
      .rotate()
      .resize(width, height, { fit: 'fill', kernel: 'lanczos3', fastShrinkOnLoad: false })
      .png({ compressionLevel: 0 })
      .toBuffer()
    const size = await raw(sharp(whole), { width, height }, referenceRaw)
    await raw(sharp(result), { width, height }, testRaw)
    return Number(await meter.ask([...size, referenceRaw, testRaw].join('\t')))
  }
  const made = []
  for (const { source, ours, theirs } of triples) {
    made.push({ ours: await score(source, ours), theirs: await score(source, theirs) })
  }
  meter.close()
  return made
}
