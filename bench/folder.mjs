// A folder of 200 photos through the command line, beside a sharp script and beside ImageMagick's mogrify with the same cores, and
// `nomina name` on one core and on all. Wall time of whole programs: starting, reading and writing are part of it. The time on the
// processor stands beside it, for machines that have other work: NOMINA_BINARY takes a program that is built already.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { photos } from './photos.mjs'
import { installPeers, OUT, PEERS, ROOT } from './setup.mjs'

const COUNT = process.argv.includes('--quick') ? 20 : 200
const NAMED = process.argv.includes('--quick') ? 6 : 40
const FOLDER = join(OUT, 'folder')
const cores = availableParallelism()

const RECIPE = {
  resizeImages: true,
  maxWidth: 1920,
  maxHeight: 1080,
  enableCompression: true,
  compressionQuality: 0.82,
}

const SHARP = `
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
const sharp = createRequire(process.argv[1])('sharp')
const [, , from, to, places] = process.argv
sharp.concurrency(1)
const files = readdirSync(from)
const next = async () => {
  for (let file = files.shift(); file; file = files.shift()) {
    await sharp(from + '/' + file).rotate().resize(1920, 1080, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 82 }).toFile(to + '/' + file)
  }
}
await Promise.all(Array.from({ length: Number(places) }, next))
`

function build() {
  if (process.env.NOMINA_BINARY) return resolve(process.env.NOMINA_BINARY)
  execFileSync('cargo', ['build', '--quiet', '--release', '--locked', '-p', 'nomina-cli'], { cwd: ROOT, stdio: 'inherit' })
  return join(resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target'), 'release/nomina')
}

async function folder() {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(join(FOLDER, 'in'), { recursive: true })
  const sources = (await photos()).flatMap((photo) => [photo.jpeg.baseline, photo.jpeg.progressive])
  for (let n = 0; n < COUNT; n++) copyFileSync(sources[n % sources.length], join(FOLDER, 'in', `photo-${n}.jpg`))
  writeFileSync(join(FOLDER, 'recipe.json'), JSON.stringify(RECIPE))
  writeFileSync(join(PEERS, 'folder-sharp.mjs'), SHARP)
}

/** Seconds of a program that must end well: on the wall, and on all processors together. */
function seconds(program, args) {
  const script = 'TIMEFORMAT="%R %U %S"; time "$0" "$@"'
  const run = spawnSync('bash', ['-c', script, program, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (run.status !== 0) throw new Error(`${program}: ${run.stderr.slice(-500)}`)
  const [wall, user, system] = run.stderr.trim().split('\n').at(-1).split(' ').map(Number)
  return { wall, cpu: user + system }
}

const empty = (name) => {
  rmSync(join(FOLDER, name), { recursive: true, force: true })
  mkdirSync(join(FOLDER, name))
  return join(FOLDER, name)
}

function mogrify(from, to) {
  const there = () => spawnSync('mogrify', ['-version']).status === 0
  if (!there()) spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'imagemagick'])
  if (!there()) return undefined
  const lists = Array.from({ length: cores }, () => [])
  readdirSync(from).forEach((file, at) => lists[at % cores].push(join(from, file)))
  const args = "-limit thread 1 -auto-orient -resize '1920x1080>' -quality 82"
  const lines = lists.map((list) => `mogrify ${args} -path '${to}' ${list.map((file) => `'${file}'`).join(' ')} &`)
  return seconds('bash', ['-ec', `${lines.join('\n')}\nwait`])
}

installPeers()
const nomina = build()
await folder()
const from = join(FOLDER, 'in')
const ours = seconds(nomina, ['process', '--recipe', join(FOLDER, 'recipe.json'), from, empty('ours')])
const sharp = seconds(process.execPath, [join(PEERS, 'folder-sharp.mjs'), from, empty('sharp'), String(cores)])
const magick = mogrify(from, empty('magick'))
const few = readdirSync(from).slice(0, NAMED).map((file) => join(from, file))
const name = (threads) => seconds(nomina, ['name', '--fresh', '--provider', 'embedded', '--threads', String(threads), ...few])
const [one, all] = [name(1), name(cores)]

const times = ({ wall, cpu }) => `${wall.toFixed(1)} s (${cpu.toFixed(1)} s on processors)`
const ratio = (peer) =>
  peer === undefined ? 'not installed' : `${times(peer)}, ${(peer.wall / ours.wall).toFixed(2)} times ours (${(peer.cpu / ours.cpu).toFixed(2)})`
console.log(`${COUNT} photos to 1080p JPEG on ${cores} cores`)
console.log(`  nomina process  ${times(ours)}`)
console.log(`  sharp           ${ratio(sharp)} (goal 2)`)
console.log(`  mogrify         ${ratio(magick)} (goal 5)`)
console.log(`nomina name, ${NAMED} photos: ${times(one)} on one core, ${times(all)} on ${cores}: ${(one.wall / all.wall).toFixed(2)} times (goal ${(0.9 * cores).toFixed(1)})`)
const results = { photos: COUNT, cores, ours, sharp, magick, named: NAMED, nameOne: one, nameAll: all }
writeFileSync(join(OUT, 'folder.json'), `${JSON.stringify(results, null, 2)}\n`)
