// The lists that can travel in the ZIP: a manifest, a table, and scripts that give the old names back.
import type { ProcessingOptions } from '@/api/types'
import type { Rules } from '@/engine/rules'

export type Unique = Rules['uniqueNames']

export interface ListedFile {
  oldName: string
  newName: string
  /** The path inside the ZIP. */
  path: string
  bytesBefore: number
  bytesAfter: number
  sha256Before: string
  sha256After: string
  altText: string
  keywords: string[]
  /** How sure the model was of its name, 0 to 100; null when it does not say, or when the name is a person's. */
  confidence: number | null
}

export function manifestJson(files: ListedFile[], options: ProcessingOptions, madeAt: Date): string {
  // A watermark image would make the list larger than the images.
  const settings = { ...options, imageWatermarkFile: options.imageWatermarkFile ? 'image' : null }
  return `${JSON.stringify({ generator: 'Nomina', madeAt: madeAt.toISOString(), settings, files }, null, 2)}\n`
}

const COLUMNS: (keyof ListedFile)[] = [
  'oldName',
  'newName',
  'path',
  'bytesBefore',
  'bytesAfter',
  'sha256Before',
  'sha256After',
  'altText',
  'keywords',
  'confidence',
]

export function namesCsv(files: ListedFile[]): string {
  const rows = files.map((file) => COLUMNS.map((column) => csvCell([file[column]].flat().join(', '))).join(','))
  return [COLUMNS.join(','), ...rows, ''].join('\r\n')
}

/** Where an image waits while the names change hands. */
const ASIDE = '.nomina-undo'

/**
 * For a POSIX shell, run where the ZIP was unpacked. First every image steps aside, because one's old name can be
 * another's new one; `-n` never writes over a file.
 */
export function undoShell(files: ListedFile[], unique: Unique): string {
  const back = undonePaths(files, unique)
  return [
    '#!/bin/sh',
    '# Restores the original names. Run it in the unpacked folder.',
    'cd "$(dirname "$0")" || exit 1',
    `aside() { mv -n -- "$1" "$1${ASIDE}"; }`,
    `back() { mv -n -- "$1${ASIDE}" "$2"; }`,
    ...files.map(({ path }) => `aside ${shellQuote(path)}`),
    ...files.map(({ path }, at) => `back ${shellQuote(path)} ${shellQuote(back[at] ?? path)}`),
    ...madeFolders(files).map((folder) => `rmdir -- ${shellQuote(folder)} 2>/dev/null`),
    'exit 0',
    '',
  ].join('\n')
}

/** The folders that patterns made, the innermost first. Only empty ones are removed. */
function madeFolders(files: ListedFile[]): string[] {
  const folders = new Set<string>()
  for (const { path, newName } of files) {
    const before = path.length - newName.length
    for (let at = path.lastIndexOf('/'); at > before; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at))
  }
  return [...folders].sort((a, b) => b.length - a.length)
}

/** For PowerShell, the same. */
export function undoPowerShell(files: ListedFile[], unique: Unique): string {
  const back = undonePaths(files, unique)
  const move = (from: string, to: string) => `Move-Item -LiteralPath ${psQuote(from)} -Destination ${psQuote(to)}`
  return [
    '# Restores the original names. Run it in the unpacked folder.',
    'Set-Location -LiteralPath $PSScriptRoot',
    ...files.map(({ path }) => move(path, path + ASIDE)),
    ...files.map(({ path }, at) => move(path + ASIDE, back[at] ?? path)),
    ...madeFolders(files)
      .map(psQuote)
      .map((folder) => {
        const isEmpty = `-not (Get-ChildItem -LiteralPath ${folder} -Force)`
        return `if (${isEmpty}) { Remove-Item -LiteralPath ${folder} }`
      }),
    '',
  ].join('\r\n')
}

/** Images of one old name that came from different folders get numbers, as the new names do. */
function undonePaths(files: ListedFile[], unique: Unique): string[] {
  return unique(files.map(undonePath))
}

/** The old name at the file's place. A converted image keeps its new extension, or it could not be opened. */
function undonePath({ oldName, newName, path }: ListedFile): string {
  const folder = path.slice(0, path.length - newName.length)
  const extension = newName.slice(newName.lastIndexOf('.'))
  const same = kindOf(oldName) === kindOf(newName)
  return folder + (same ? oldName : oldName.replace(/\.[^.]*$/, '') + extension).replace(/[/\\]/g, '_')
}

function kindOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return extension === 'jpeg' ? 'jpg' : extension
}

/** A cell that begins like a formula is marked as text: spreadsheets would run it. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function psQuote(text: string): string {
  // PowerShell also ends a string at the typographic single quotes.
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`
}
