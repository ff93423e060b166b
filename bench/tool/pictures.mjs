// The batch: every real photo of the shared folder in turn, and each fifth one of a camera's size (12 to 24 megapixels).
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { photos as cameraPhotos } from '../photos.mjs'
import { OUT, ROOT } from '../setup.mjs'

const PHOTOS = join(resolve(ROOT, process.env.NOMINA_IMAGES ?? '../shared/images'), 'photos')

/** [{ path, source, isCamera }]: links with names of their own; `source` is the file they repeat. */
export async function batchOf(count) {
  if (!existsSync(PHOTOS)) throw new Error(`There are no photos at ${PHOTOS}: set NOMINA_IMAGES.`)
  const folder = join(OUT, 'tool/batch')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const camera = (await cameraPhotos()).map((photo) => photo.jpeg.baseline)
  const real = readdirSync(PHOTOS).sort().map((name) => join(PHOTOS, name))
  let [nextReal, nextCamera] = [0, 0]
  return Array.from({ length: count }, (_, at) => {
    const isCamera = at % 5 === 4
    const source = isCamera ? camera[nextCamera++ % camera.length] : real[nextReal++ % real.length]
    const path = join(folder, `IMG_${String(at + 1).padStart(4, '0')}${extname(source)}`)
    link(source, path)
    return { path, source, isCamera }
  })
}

function link(source, path) {
  try {
    linkSync(source, path)
  } catch {
    copyFileSync(source, path)
  }
}
