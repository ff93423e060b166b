// Five photos of 12 to 24 megapixels, each as baseline and as progressive JPEG and, smaller, as PNG. They are made of the
// shared photos (NOMINA_IMAGES) with a camera's fine grain; without those, of drawn scenes. Kept in bench/out/photos.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OUT, peer, ROOT } from './setup.mjs'

const FOLDER = join(OUT, 'photos')
const IMAGES = resolve(ROOT, process.env.NOMINA_IMAGES ?? '../shared/images')

// Sizes of common cameras; one stands upright. Several sources are laid side by side, as nobody has five 24 MP originals.
const SCENES = [
  { name: 'salad', size: [4032, 3024], sources: ['photos/s005.jpg'] },
  { name: 'bridge', size: [4000, 3266], sources: ['large/sharp--2569067123_aca715a2ee_o.jpg'] },
  { name: 'wide', size: [5973, 3360], sources: ['large/zune-image--large_horiz_samp_7680_4320.jpg'] },
  {
    name: 'mosaic',
    size: [6000, 4000],
    sources: ['photos/s004.jpg', 'photos/s014.jpg', 'photos/s020.jpg', 'photos/s013.jpg'],
  },
  { name: 'upright', size: [3000, 4500], sources: ['photos/s014.jpg', 'photos/s005.jpg'] },
]

/** [{ name, width, height, jpeg: { baseline, progressive }, png: { path, width, height } }] */
export async function photos() {
  mkdirSync(FOLDER, { recursive: true })
  const made = []
  for (const scene of SCENES) made.push(await make(scene))
  return made
}

async function make({ name, size: [width, height], sources }) {
  const path = (ending) => join(FOLDER, `${name}${ending}`)
  const half = [Math.round(width * 0.6), Math.round(height * 0.6)]
  const photo = {
    name,
    width,
    height,
    jpeg: { baseline: path('.jpg'), progressive: path('-progressive.jpg') },
    png: { path: path('.png'), width: half[0], height: half[1] },
  }
  if (
    Object.values(photo.jpeg)
      .concat(photo.png.path)
      .every((file) => existsSync(file) && statSync(file).size > 0)
  ) {
    return photo
  }
  const sharp = peer('sharp')
  const paths = sources.map((source) => join(IMAGES, source))
  const pixels = paths.every(existsSync) ? await compose(sharp, paths, width, height) : scene(width, height)
  grain(pixels)
  const raw = () => sharp(pixels, { raw: { width, height, channels: 3 } })
  writeFileSync(photo.jpeg.baseline, await raw().jpeg({ quality: 92, optimiseCoding: false }).toBuffer())
  writeFileSync(photo.jpeg.progressive, await raw().jpeg({ quality: 92, progressive: true }).toBuffer())
  writeFileSync(
    photo.png.path,
    await raw()
      .resize(...half)
      .png()
      .toBuffer(),
  )
  return photo
}

/** The sources side by side in equal columns, each filling its own. */
async function compose(sharp, paths, width, height) {
  const column = Math.ceil(width / paths.length)
  const parts = await Promise.all(
    paths.map(async (path, i) => {
      const across = Math.min(column, width - i * column)
      return {
        input: await sharp(path).rotate().resize(across, height, { fit: 'cover' }).png().toBuffer(),
        left: i * column,
        top: 0,
      }
    }),
  )
  const ground = sharp({ create: { width, height, channels: 3, background: '#808080' } })
  return await ground.composite(parts).removeAlpha().raw().toBuffer()
}

/** A drawn stand-in: soft sky, textured ground, hard edges. */
function scene(width, height) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const far = y / height
      const texture = far > 0.55 ? 40 * Math.sin(x / 7 + Math.sin(y / 13) * 3) * Math.sin(y / 5 + x / 90) : 0
      const edge = (Math.floor(x / 311) + Math.floor(y / 173)) % 5 === 0 ? 50 : 0
      const at = (y * width + x) * 3
      pixels[at] = Math.max(0, Math.min(255, 90 + far * 120 + texture + edge))
      pixels[at + 1] = Math.max(0, Math.min(255, 130 + far * 40 + texture))
      pixels[at + 2] = Math.max(0, Math.min(255, 220 - far * 150 + texture / 2 - edge))
    }
  }
  return pixels
}

/** A sensor's noise, the same every time. */
function grain(pixels) {
  let state = 12345
  for (let i = 0; i < pixels.length; i += 3) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const noise = ((state >>> 24) & 7) - 3.5
    for (let k = 0; k < 3; k++) pixels[i + k] = Math.max(0, Math.min(255, Math.round(pixels[i + k] + noise)))
  }
}
