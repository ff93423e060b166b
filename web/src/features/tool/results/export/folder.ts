// Writing results into a folder of the person's disk, and renaming the originals there. Nothing is ever overwritten: a name that
// is taken gets a number. Renames are written down in the folder before the first one, so that they can be undone.
import { t } from '@/lib/messages'
import type { ZipEntry } from './zip'

/** As much of a folder's handle as is used here. */
export type Folder = Pick<FileSystemDirectoryHandle, 'name' | 'getFileHandle' | 'getDirectoryHandle' | 'removeEntry'>

export const UNDO_LIST = 'nomina-undo.json'

export interface Rename {
  /** The folder inside the chosen one; empty for the chosen one itself. */
  folder: string
  from: string
  to: string
}

export interface Wanted extends Rename {
  /** The image as it was read: a file of the same name that is another one is left alone. */
  file: Pick<File, 'size' | 'lastModified'>
}

interface Renamed {
  done: Rename[]
  /** Files that are not in the folder, or are not the ones that were read. */
  missing: string[]
}

/** Writes every entry and gives back how many there were. */
export async function writeEntries(folder: Folder, entries: AsyncIterable<ZipEntry>): Promise<number> {
  let written = 0
  for await (const { name, input } of entries) {
    const parts = name.split('/')
    const target = await folderAt(folder, parts.slice(0, -1), true)
    await writeNew(target, await freeName(target, parts.at(-1) ?? name), input)
    written += 1
  }
  return written
}

export async function renameFiles(folder: Folder, wanted: readonly Wanted[]): Promise<Renamed> {
  const done: Rename[] = []
  const missing: string[] = []
  // What earlier renames have left can still be undone.
  const earlier = await readUndoList(folder)
  await writeUndoList(folder, [...earlier, ...wanted.map(({ folder, from, to }) => ({ folder, from, to }))])
  for (const { folder: path, from, to, file } of wanted) {
    const place = await folderAt(folder, partsOf(path), false).catch(() => null)
    const there = place && (await fileIn(place, from))
    if (!place || !there || !isSame(there, file)) missing.push(from)
    else if (from !== to) done.push({ folder: path, from, to: await moveOne(folder, place, from, to) })
  }
  await writeUndoList(folder, [...earlier, ...done])
  return { done, missing }
}

/** Takes back what the list in the folder says, the last first; what cannot be found any more is left out. */
export async function undoRenames(folder: Folder): Promise<Renamed> {
  const done: Rename[] = []
  const missing: string[] = []
  for (const rename of (await readUndoList(folder)).reverse()) {
    const home = await folderAt(folder, partsOf(rename.folder), false).catch(() => null)
    const made = foldersOf(rename.to)
    const place = made.length > 0 ? await folderAt(folder, made, false).catch(() => null) : home
    const name = nameOf(rename.to)
    const there = place && (await fileIn(place, name))
    if (!home || !place || !there) missing.push(rename.to)
    else {
      done.push({ ...rename, from: await renameOne(place, name, home, rename.from) })
      await removeEmpty(folder, made)
    }
  }
  await folder.removeEntry(UNDO_LIST).catch(() => undefined)
  return { done, missing }
}

/** Not every browser can rename a file of the disk in one step. */
type Movable = FileSystemFileHandle & { move?: (name: string) => Promise<void> }

/** A name with folders lies below the chosen folder; every other one stays in the folder of its image. */
async function moveOne(root: Folder, place: Folder, from: string, to: string): Promise<string> {
  const made = foldersOf(to)
  const target = made.length > 0 ? await folderAt(root, made, true) : place
  return [...made, await renameOne(place, from, target, nameOf(to))].join('/')
}

function foldersOf(path: string): string[] {
  return partsOf(path).slice(0, -1)
}

function nameOf(path: string): string {
  return partsOf(path).at(-1) ?? path
}

/** Removes folders that were made for names, the innermost first, as long as nothing else lies in them. */
async function removeEmpty(root: Folder, made: readonly string[]): Promise<void> {
  for (let depth = made.length; depth > 0; depth -= 1) {
    try {
      const above = await folderAt(root, made.slice(0, depth - 1), false)
      await above.removeEntry(made[depth - 1] ?? '')
    } catch {
      return
    }
  }
}

/** Gives back the name that it got. Where the browser cannot rename, the file is copied and the old one removed. */
async function renameOne(folder: Folder, from: string, target: Folder, to: string): Promise<string> {
  const name = await freeName(target, to)
  const handle: Movable = await folder.getFileHandle(from)
  const file = await handle.getFile()
  const stays = target === folder
  const moved =
    stays &&
    (await handle.move?.(name).then(
      () => true,
      () => false,
    ))
  if (moved) return name
  await writeNew(target, name, file)
  const written = await fileIn(target, name)
  if (written?.size !== file.size) throw new Error(t`${name} was not written in full.`)
  await folder.removeEntry(from)
  return name
}

/** A file that could not be written in full is not left behind. */
async function writeNew(folder: Folder, name: string, content: Blob | string): Promise<void> {
  try {
    await writeFile(folder, name, content)
  } catch (cause) {
    await folder.removeEntry(name).catch(() => undefined)
    throw cause
  }
}

/** What was there before stays until the last byte is written. */
async function writeFile(folder: Folder, name: string, content: Blob | string): Promise<void> {
  const handle = await folder.getFileHandle(name, { create: true })
  const target = await handle.createWritable()
  try {
    await target.write(content)
    await target.close()
  } catch (cause) {
    await target.abort().catch(() => undefined)
    throw cause
  }
}

/** The name, with -2, -3 before its extension where it is taken. */
async function freeName(folder: Folder, name: string): Promise<string> {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${stem}-${number}${extension}`
    if (!(await isTaken(folder, tried))) return tried
  }
}

async function isTaken(folder: Folder, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name)
    return true
  } catch (cause) {
    // Anything else, a folder of that name for example, is in the way too.
    return (cause as DOMException).name !== 'NotFoundError'
  }
}

async function fileIn(folder: Folder, name: string): Promise<File | null> {
  try {
    return await (await folder.getFileHandle(name)).getFile()
  } catch {
    return null
  }
}

/** The same bytes as far as one can tell without reading them. */
function isSame(there: File, { size, lastModified }: Wanted['file']): boolean {
  return there.size === size && there.lastModified === lastModified
}

/** A path never leads out of the folder: handles refuse such names, and here they are left out. */
function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part && part !== '.' && part !== '..')
}

async function folderAt(folder: Folder, parts: readonly string[], create: boolean): Promise<Folder> {
  let at = folder
  for (const part of parts) at = await at.getDirectoryHandle(part, { create })
  return at
}

async function readUndoList(folder: Folder): Promise<Rename[]> {
  const file = await fileIn(folder, UNDO_LIST)
  if (!file) return []
  try {
    const { renames } = JSON.parse(await file.text()) as { renames?: unknown }
    return Array.isArray(renames) ? renames.filter(isRename) : []
  } catch {
    return []
  }
}

function isRename(value: unknown): value is Rename {
  const { folder, from, to } = (value ?? {}) as Partial<Rename>
  return [folder, from, to].every((part) => typeof part === 'string')
}

async function writeUndoList(folder: Folder, renames: readonly Rename[]): Promise<void> {
  if (renames.length === 0) return folder.removeEntry(UNDO_LIST).catch(() => undefined)
  await writeFile(folder, UNDO_LIST, `${JSON.stringify({ renames }, null, 2)}\n`)
}
