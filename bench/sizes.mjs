// `node bench/sizes.mjs [--dev] [--photos N] [--formats avif,jpeg]`: bytes of AVIF beside avifenc (libaom) and of JPEG beside
// `cjpeg -progressive -optimize` at equal SSIMULACRA2, where these programs are installed. The peer's bytes at our score lie
// between its two nearest results, on a straight line of the bytes' logarithm. --dev takes the development build: its bytes are
// the same, its times mean nothing.
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { program as systemProgram } from '../e2e/peers/needs.mjs'
import { lineProcess } from './line-process.mjs'
import { photos } from './photos.mjs'
import { qualityMeter } from './quality.mjs'
import { buildEngine, buildMeter, installPeers, OUT, peer } from './setup.mjs'

const flag = (name) => process.argv.includes(name)
const value = (name, otherwise) => (flag(name) ? process.argv[process.argv.indexOf(name) + 1] : otherwise)
const WIDTH = 1200

const FORMATS = {
  avif: {
    ours: [0.5, 0.7, 0.85],
    peer: 'avifenc (libaom, speed 6)',
    program: 'avifenc',
    debian: 'libavif-bin',
    settings: [14, 20, 26, 32, 38, 44, 50],
    make: (image, level, out) => {
      const rate = ['--min', '0', '--max', '63', '-a', 'end-usage=q', '-a', `cq-level=${level}`]
      execFileSync('avifenc', ['-j', '1', '-s', '6', '-d', '10', '-y', '420', ...rate, image.png, out], { stdio: 'ignore' })
    },
  },
  jpeg: {
    ours: [0.5, 0.7, 0.85],
    peer: 'cjpeg -progressive -optimize',
    program: 'cjpeg',
    debian: 'libjpeg-turbo-progs',
    settings: [30, 40, 50, 60, 70, 80, 88, 94],
    make: (image, quality, out) => {
      writeFileSync(out, execFileSync('cjpeg', ['-progressive', '-optimize', '-quality', quality, image.ppm], { maxBuffer: 1 << 26 }))
    },
  },
}

installPeers()
const dev = flag('--dev')
const engine = lineProcess(buildEngine(dev ? 'debug' : 'release'))
const meter = qualityMeter(buildMeter())
const images = await reduced((await photos()).slice(0, Number(value('--photos', 3))))
for (const format of value('--formats', 'avif,jpeg').split(',')) await compare(format, FORMATS[format])
engine.close()
meter.close()

/** The photos at a size that encoders of every speed finish. */
async function reduced(all) {
  const sharp = peer('sharp')
  return Promise.all(
    all.map(async ({ name, png }) => {
      const [path, ppm] = [join(OUT, `sizes-${name}.png`), join(OUT, `sizes-${name}.ppm`)]
      await sharp(png.path).resize(WIDTH).png().toFile(path)
      const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      writeFileSync(ppm, Buffer.concat([Buffer.from(`P6\n${info.width} ${info.height}\n255\n`), data]))
      return { name, png: path, ppm }
    }),
  )
}

async function compare(format, { ours, peer: name, program, debian, settings, make }) {
  if (!systemProgram(program, debian)) return console.log(`${format}: passed over: ${program} is not installed`)
  console.log(`\n${format}: our bytes beside ${name} at equal SSIMULACRA2`)
  const ratios = []
  const [times, peerTimes] = [[], []]
  for (const image of images) {
    const curve = []
    for (const setting of settings) {
      const out = join(OUT, `sizes-${image.name}-${program}-${setting}.${format}`)
      const from = performance.now()
      make(image, setting, out)
      peerTimes.push(performance.now() - from)
      curve.push({ bytes: statSync(out).size, score: await meter.score(image.png, out) })
    }
    for (const quality of ours) {
      const out = join(OUT, `sizes-${image.name}-ours-${quality}.${format}`)
      const { cpuMs, bytes } = await encode(image.png, format, quality, out)
      times.push(cpuMs)
      const score = await meter.score(image.png, out)
      const theirs = atScore(curve, score)
      if (theirs) ratios.push(bytes / theirs)
      const beside = theirs ? `${Math.round(theirs)}  ${(bytes / theirs).toFixed(3)}` : 'outside its results'
      console.log(`  ${image.name.padEnd(9)} quality ${Math.round(quality * 100)}: ${String(bytes).padStart(7)} bytes, score ${score.toFixed(1)}; peer ${beside}`)
    }
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
  const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1]
  const time = dev ? '' : `; time of the peer on one core / ours: ${(median(peerTimes) / median(times)).toFixed(2)}`
  console.log(`  geometric mean of ${ratios.length}: ${mean.toFixed(3)} of its bytes${time}`)
}

async function encode(file, format, quality, out) {
  const options = { convertFormat: true, outputFormat: format, enableCompression: true, compressionQuality: quality, removeMetadata: true }
  const answer = JSON.parse(await engine.ask(JSON.stringify({ file, out, options })))
  if (answer.error) throw new Error(`${file}: ${answer.error}`)
  return { ...answer, bytes: readFileSync(out).length }
}

/** The bytes that a curve has at a score, between its two nearest points; none outside it. */
function atScore(curve, score) {
  const points = curve.toSorted((a, b) => a.score - b.score)
  const after = points.findIndex((point) => point.score >= score)
  if (after < 1) return undefined
  const [low, high] = [points[after - 1], points[after]]
  const share = (score - low.score) / (high.score - low.score || 1)
  return Math.exp(Math.log(low.bytes) + share * (Math.log(high.bytes) - Math.log(low.bytes)))
}
