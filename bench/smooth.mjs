// Images that are hard in another way than photos: flat, dark, a gradient, soft shapes, text. Drawn here, the same every time.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OUT, peer } from './setup.mjs'

const FOLDER = join(OUT, 'smooth')
const [WIDTH, HEIGHT] = [1536, 1024]

const radius = (x, y) => Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) / 800

/** Red, green and blue at a place, and how strong the grain is. */
const SCENES = {
  flat: { grain: 1, colour: (x, y) => [235, 232, 225].map((v) => v - 14 * radius(x, y) ** 2) },
  dark: {
    grain: 1.2,
    colour: (x, y) => [8 + (14 * x) / WIDTH, 8 + (10 * y) / HEIGHT, 14 + (16 * (x + y)) / (WIDTH + HEIGHT)],
  },
  gradient: { grain: 0, colour: (_x, y) => [90 + (70 * y) / HEIGHT, 140 + (70 * y) / HEIGHT, 210 + (35 * y) / HEIGHT] },
  soft: {
    grain: 0,
    colour: (x, y) => [0, 1, 2].map((k) => 128 + 60 * Math.sin(x / (190 + 40 * k)) * Math.cos(y / (150 + 30 * k))),
  },
}

/** In the form of the photos, each as PNG only. */
export async function smooth() {
  mkdirSync(FOLDER, { recursive: true })
  const made = []
  for (const [name, { colour, grain }] of Object.entries(SCENES)) made.push(await save(name, drawn(colour, grain)))
  made.push(await save('text', page()))
  return made
}

async function save(name, pixels) {
  const path = join(FOLDER, `${name}.png`)
  if (!existsSync(path)) {
    const picture = Buffer.isBuffer(pixels)
      ? peer('sharp')(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      : peer('sharp')(Buffer.from(pixels.svg)).flatten({ background: '#fcfcfa' })
    writeFileSync(path, await picture.png().toBuffer())
  }
  return { name, png: { path, width: WIDTH, height: HEIGHT } }
}

function drawn(colour, grain) {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  let state = 12345
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      const noise = grain * (((state >>> 24) & 7) - 3.5) * 0.5
      const at = (y * WIDTH + x) * 3
      colour(x, y).forEach((value, k) => {
        pixels[at + k] = Math.max(0, Math.min(255, Math.round(value + noise)))
      })
    }
  }
  return pixels
}

/** Lines of small text, as a screenshot has them. */
function page() {
  const line = (i) =>
    `<text x="40" y="${40 + i * 24}">The quick brown fox jumps over the lazy dog, 0123456789 times (${i}).</text>`
  const lines = Array.from({ length: 40 }, (_, i) => line(i)).join('')
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><g font-family="sans-serif" font-size="18" fill="#1e1e28">${lines}</g></svg>`,
  }
}
