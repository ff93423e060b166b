// Our engine against sharp, natively: CPU time of one image after another on one thread, taken in turns.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { JOBS, median, TEXT_SIZE } from './jobs.mjs'
import { lineProcess } from './line-process.mjs'
import { OUT, peer, ROOT } from './setup.mjs'

/** One entry per job and image: { job, photo, kind, ours, theirs } with medians in CPU milliseconds. */
export async function runNative(program, photos, { runs, only }) {
  const engine = lineProcess(program)
  const sharp = peer('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  const entries = []
  for (const [job, spec] of Object.entries(JOBS)) {
    if (only && !only.includes(job)) continue
    process.stdout.write(`bench: native ${job}\n`)
    for (const source of sources(photos, job, spec)) {
      entries.push(await inTurns(engine, sharp, job, spec, source, runs))
    }
  }
  engine.close()
  return entries
}

/** Both kinds of JPEG for the main job; for the others they alternate. */
export function sources(photos, job, spec) {
  if (spec.source === 'smooth') photos = photos.smooth ?? []
  if (spec.source === 'png' || spec.source === 'smooth') {
    return photos.map((p) => ({ photo: p.name, kind: 'png', path: p.png.path, size: [p.png.width, p.png.height] }))
  }
  const kinds = (i) => (job === 'jpeg-jpeg-1080' ? ['baseline', 'progressive'] : [i % 2 ? 'progressive' : 'baseline'])
  return photos.flatMap((p, i) =>
    kinds(i).map((kind) => ({ photo: p.name, kind, path: p.jpeg[kind], size: [p.width, p.height] })),
  )
}

export const fontsOf = (spec) => (spec.text ? [join(ROOT, 'assets/fonts/inter/latin.ttf')] : [])

async function inTurns(engine, sharp, job, spec, source, runs) {
  const file = (who) => join(OUT, `${job}-${source.photo}-${source.kind}-${who}.${spec.to}`)
  const order = { file: source.path, options: spec.options, side: spec.side, fonts: fontsOf(spec) }
  const input = readFileSync(source.path)
  const [ours, theirs] = [[], []]
  let result
  // The first round only warms up; its images are kept for the quality.
  for (let run = -1; run < runs; run++) {
    const answer = JSON.parse(await engine.ask(JSON.stringify({ ...order, out: run < 0 ? file('ours') : undefined })))
    if (answer.error) throw new Error(`${job} ${source.photo}: ${answer.error}`)
    const before = process.cpuUsage()
    result = await withSharp(sharp, input, spec)
    const used = process.cpuUsage(before)
    if (run < 0) writeFileSync(file('sharp'), result)
    else {
      ours.push(answer.cpuMs)
      theirs.push((used.user + used.system) / 1000)
    }
    order.bytes = answer.bytes
  }
  return {
    job,
    peer: 'sharp',
    where: 'native',
    ...source,
    oursMs: median(ours),
    peerMs: median(theirs),
    bytes: order.bytes,
    peerBytes: result.length,
    oursFile: file('ours'),
    peerFile: file('sharp'),
  }
}

async function withSharp(sharp, input, spec) {
  let picture = sharp(input).rotate()
  if (spec.box) picture = picture.resize(...spec.box, { fit: 'inside', withoutEnlargement: true })
  if (spec.text) picture = picture.composite([{ input: label(spec.text), gravity: 'southeast' }])
  if (spec.to === 'jpeg') picture = picture.jpeg({ quality: 80, progressive: !spec.side })
  if (spec.to === 'webp') picture = picture.webp({ quality: 80 })
  // libaom; its scale is another one: 60 is about as good as WebP at 80.
  if (spec.to === 'avif') picture = picture.avif({ quality: 60, effort: 2 })
  if (spec.to === 'png') picture = picture.png()
  return await picture.toBuffer()
}

/** The same mark the way sharp's users do it: an SVG laid over the image. */
function label(text) {
  const [width, height] = [text.length * TEXT_SIZE * 0.62 + 40, TEXT_SIZE * 1.3 + 40]
  const style = `font-family="Inter, sans-serif" font-size="${TEXT_SIZE}" stroke="black" stroke-opacity="0.5" stroke-width="4"`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="${width - 20}" y="${height - 30}"
      text-anchor="end" ${style} paint-order="stroke" fill="white" opacity="0.7">${text}</text></svg>`,
  )
}
