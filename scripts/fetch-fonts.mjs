// Unpacks the watermark fonts (weight 400) of pinned npm packages into assets/fonts as TTF and writes index.json: which
// file of which family has which characters, read from the files themselves. What and why: crates/text/FONTS.md
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

const VERSION = '5.3.0'
const FAMILIES = {
  Inter: 'inter',
  Roboto: 'roboto',
  'Open Sans': 'open-sans',
  Lato: 'lato',
  Montserrat: 'montserrat',
  Poppins: 'poppins',
  'Playfair Display': 'playfair-display',
  Merriweather: 'merriweather',
  'Source Sans Pro': 'source-sans-pro',
  Nunito: 'nunito',
}
/** The one subset of a Noto font for a script. */
function script(name) {
  return { slug: `noto-sans-${name}`, subsets: new RegExp(`^${name}$`) }
}
// For what the families lack, in this order. A pattern picks the subsets that are not Latin once more.
const FALLBACK = [
  { slug: 'noto-sans', subsets: /./ },
  { slug: 'noto-sans-arabic', subsets: /^arabic$/ },
  { slug: 'noto-sans-hebrew', subsets: /^hebrew$/ },
  { slug: 'noto-sans-thai', subsets: /^thai$/ },
  ...['armenian', 'bengali', 'ethiopic', 'georgian', 'gujarati', 'gurmukhi', 'kannada', 'khmer', 'lao'].map(script),
  ...['malayalam', 'myanmar', 'oriya', 'sinhala', 'tamil', 'telugu'].map(script),
  { slug: 'noto-sans-symbols', subsets: /^symbols$/ },
  { slug: 'noto-sans-symbols-2', subsets: /^symbols$/ },
  { slug: 'noto-emoji', subsets: /^\d+$/, version: '5.3.2' },
]
// Chinese, Japanese and Korean, cut into slices of characters that are used together. Their characters are a long list, which
// the browser fetches with the first text that needs it.
const EAST_ASIAN = ['sc', 'jp', 'kr'].map((script) => ({ slug: `noto-sans-${script}`, subsets: /^\d+$/ }))
const FIRST = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext']

const TOOLS = '.tools/fonts'
const OUT = 'assets/fonts'
const STAMP = '.tools/stamps/fonts'

const stamp = createHash('sha256')
  .update(readFileSync(new URL(import.meta.url)))
  .digest('hex')
if (existsSync(`${OUT}/index.json`) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) process.exit(0)

install([...Object.values(FAMILIES).map((slug) => ({ slug })), ...FALLBACK, ...EAST_ASIAN])
rmSync(OUT, { recursive: true, force: true })
const index = { families: {}, fallback: [] }
for (const [family, slug] of Object.entries(FAMILIES)) index.families[family] = copy(slug, /./)
for (const { slug, subsets } of FALLBACK) index.fallback.push(...copy(slug, subsets))
const eastAsian = { families: {}, fallback: EAST_ASIAN.flatMap(({ slug, subsets }) => copy(slug, subsets)) }
writeFileSync(`${OUT}/index.json`, JSON.stringify(index))
writeFileSync(`${OUT}/east-asian.json`, JSON.stringify(eastAsian))
mkdirSync('.tools/stamps', { recursive: true })
writeFileSync(STAMP, stamp)
const files = [...Object.values(index.families).flat(), ...index.fallback, ...eastAsian.fallback]
console.log(`fonts: ${files.length} files in ${OUT}`)

/** Installs the packages that are not there at their version, all in one call. */
function install(packages) {
  const version = (slug) => {
    const file = `${TOOLS}/node_modules/@fontsource/${slug}/package.json`
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
  }
  const wanted = packages.map(({ slug, version = VERSION }) => ({ slug, version }))
  if (wanted.every((p) => version(p.slug) === p.version)) return
  console.log('fonts: installing the packages')
  mkdirSync(TOOLS, { recursive: true })
  const names = wanted.map((p) => `@fontsource/${p.slug}@${p.version}`)
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  execFileSync('npm', ['install', '--prefix', TOOLS, ...quiet, ...names], { stdio: 'inherit' })
}

/** Copies a package's chosen subsets and its licence; gives their index entries, Latin first. */
function copy(slug, subsets) {
  const from = `${TOOLS}/node_modules/@fontsource/${slug}`
  mkdirSync(`${OUT}/${slug}`, { recursive: true })
  writeFileSync(`${OUT}/${slug}/LICENSE`, readFileSync(`${from}/LICENSE`))
  const ending = '-400-normal.woff'
  const names = readdirSync(`${from}/files`)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(slug.length + 1, -ending.length))
    .filter((subset) => subsets.test(subset))
  const rank = (subset) => (FIRST.indexOf(subset) + FIRST.length + 1) % (FIRST.length + 1)
  names.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en', { numeric: true }))
  return names.map((subset) => {
    const tables = unpack(readFileSync(`${from}/files/${slug}-${subset}${ending}`))
    writeFileSync(`${OUT}/${slug}/${subset}.ttf`, pack(tables))
    return { file: `${slug}/${subset}.ttf`, ranges: ranges(codePoints(tables.find((t) => t.tag === 'cmap').data)) }
  })
}

/** The tables of a WOFF file: each is squeezed by zlib, or stored as it is. */
function unpack(file) {
  return Array.from({ length: file.readUInt16BE(12) }, (_, i) => {
    const entry = file.subarray(44 + i * 20, 64 + i * 20)
    const [start, packed, size] = [4, 8, 12].map((at) => entry.readUInt32BE(at))
    const stored = file.subarray(start, start + packed)
    return { tag: entry.toString('latin1', 0, 4), sum: entry.readUInt32BE(16), data: packed < size ? inflateSync(stored) : stored }
  })
}

/** A TTF file of these tables. */
function pack(tables) {
  const power = 2 ** Math.floor(Math.log2(tables.length))
  const head = Buffer.alloc(12 + tables.length * 16)
  head.writeUInt32BE(0x00010000, 0)
  const search = [tables.length, power * 16, Math.log2(power), (tables.length - power) * 16]
  search.forEach((value, i) => head.writeUInt16BE(value, 4 + i * 2))
  const parts = [head]
  let at = head.length
  tables.forEach(({ tag, sum, data }, i) => {
    head.write(tag, 12 + i * 16, 'latin1')
    const place = [sum, at, data.length]
    place.forEach((value, k) => head.writeUInt32BE(value, 16 + i * 16 + k * 4))
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4)
    parts.push(data, padding)
    at += data.length + padding.length
  })
  return Buffer.concat(parts)
}

/** Every code point that a cmap table maps to a glyph. */
function codePoints(cmap) {
  const points = new Set()
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const sub = cmap.subarray(cmap.readUInt32BE(4 + i * 8 + 4))
    const format = sub.readUInt16BE(0)
    if (format === 4) segments(sub, points)
    if (format === 12) groups(sub, points)
  }
  return points
}

function segments(sub, points) {
  const count = sub.readUInt16BE(6) / 2
  const word = (list, i) => sub.readUInt16BE(14 + list * count * 2 + (list > 0 ? 2 : 0) + i * 2)
  for (let i = 0; i < count; i++) {
    const [end, start, delta, offset] = [0, 1, 2, 3].map((list) => word(list, i))
    for (let code = start; code <= end && code < 0xffff; code++) {
      const place = 16 + 3 * count * 2 + i * 2 + offset + (code - start) * 2
      const glyph = offset === 0 ? (code + delta) & 0xffff : sub.readUInt16BE(place)
      if (glyph !== 0) points.add(code)
    }
  }
}

function groups(sub, points) {
  for (let i = 0; i < sub.readUInt32BE(12); i++) {
    const [start, end] = [sub.readUInt32BE(16 + i * 12), sub.readUInt32BE(20 + i * 12)]
    for (let code = start; code <= end; code++) points.add(code)
  }
}

/** Code points as pairs of first and last. */
function ranges(points) {
  const pairs = []
  for (const code of [...points].sort((a, b) => a - b)) {
    const last = pairs.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else pairs.push([code, code])
  }
  return pairs
}
