// Which font files a watermark text needs: those of its family whose range holds one of its characters, then the
// fallback families for what is left. Files are fetched once and kept.

import type { ProcessingOptions } from '../api/types'

/** /fonts/index.json, made by scripts/fetch-fonts. Ranges are pairs of first and last code point. */
export interface FontIndex {
  families: Record<string, FontFile[]>
  fallback: FontFile[]
}

interface FontFile {
  file: string
  ranges: [number, number][]
}

const DEFAULT_FAMILY = 'Inter'
const files = new Map<string, Promise<ArrayBuffer>>()
let index: Promise<FontIndex> | undefined

function kept<T>(load: Promise<T>, forget: () => void): Promise<T> {
  return load.catch((error) => {
    forget()
    throw error
  })
}

async function get(path: string): Promise<Response> {
  const response = await fetch(`/fonts/${path}`)
  if (!response.ok) throw new Error(`The font file ${path} could not be loaded (${response.status}).`)
  return response
}

function loadIndex(): Promise<FontIndex> {
  index ??= kept(
    get('index.json').then((response) => response.json() as Promise<FontIndex>),
    () => {
      index = undefined
    },
  )
  return index
}

function loadFile(file: string): Promise<ArrayBuffer> {
  let bytes = files.get(file)
  if (!bytes) {
    bytes = kept(
      get(file).then((response) => response.arrayBuffer()),
      () => files.delete(file),
    )
    files.set(file, bytes)
  }
  return bytes
}

/** The files that cover a text, the wanted family first. */
export function filesFor(index: FontIndex, family: string, text: string): string[] {
  const own = index.families[family] ?? index.families[DEFAULT_FAMILY] ?? []
  const left = new Set(Array.from(text, (char) => char.codePointAt(0) ?? 0))
  const chosen: string[] = []
  for (const { file, ranges } of [...own, ...index.fallback]) {
    const covered = [...left].filter((code) => ranges.some(([first, last]) => first <= code && code <= last))
    if (covered.length === 0) continue
    for (const code of covered) left.delete(code)
    chosen.push(file)
  }
  return chosen
}

/** The bytes of every font that the recipe's text needs; none when it has no text mark. */
export async function fontsFor(options: ProcessingOptions, signal?: AbortSignal): Promise<ArrayBuffer[]> {
  const text = options.enableTextWatermark ? options.textWatermark.trim() : ''
  if (text === '') return []
  const known = await loadIndex()
  const wanted = await loadAll(filesFor(known, options.textWatermarkFontFamily, text))
  const complete = wanted.every((bytes) => bytes.byteLength > 0)
  const fonts = complete ? wanted : [...wanted, ...(await loadAll(filesFor(known, DEFAULT_FAMILY, text)))]
  signal?.throwIfAborted()
  return fonts
}

/** A file that cannot be fetched is empty: the engine then uses the next one and says so in its warnings. */
function loadAll(names: string[]): Promise<ArrayBuffer[]> {
  return Promise.all(names.map((name) => loadFile(name).catch(() => new ArrayBuffer(0))))
}
