// Files from a drop, a file dialog or the clipboard, whole folders included. Operating systems' own
// files (.DS_Store, Thumbs.db) that travel inside folders are left out without a word.
import type { Incoming } from '../model/image'

const SYSTEM_FILES = new Set(['thumbs.db', 'desktop.ini'])

/** Reads a drop. The entries must be taken while the event is alive; only the walk is asynchronous. */
export function filesFromDrop(transfer: DataTransfer): Promise<Incoming[]> {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry?.() : null
    return entry ? [entry] : []
  })
  if (entries.length === 0) return Promise.resolve(filesFromList(transfer.files))
  return walk(entries, '')
}

/** Reads a file dialog's list; a folder dialog fills `webkitRelativePath`. */
export function filesFromList(list: Iterable<File>): Incoming[] {
  return [...list]
    .map((file) => ({ file, folder: parentOf(file.webkitRelativePath ?? '') }))
    .filter(({ file, folder }) => !(folder && isSystemFile(file.name)))
}

/** Reads pasted images; pasted text is not ours and gives an empty list. */
export function filesFromClipboard(data: DataTransfer | null): Incoming[] {
  return data ? filesFromList(data.files) : []
}

async function walk(entries: FileSystemEntry[], folder: string): Promise<Incoming[]> {
  const found: Incoming[] = []
  for (const entry of entries) {
    if (entry.isDirectory) {
      const children = await readAll((entry as FileSystemDirectoryEntry).createReader())
      found.push(...(await walk(children, join(folder, entry.name))))
    } else if (!(folder && isSystemFile(entry.name))) {
      found.push({ file: await open(entry as FileSystemFileEntry), folder })
    }
  }
  return found
}

/** A directory reader hands out its entries in portions of about a hundred; an empty one is the end. */
async function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (portion.length === 0) return all.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
    all.push(...portion)
  }
}

function open(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

function isSystemFile(name: string): boolean {
  return name.startsWith('.') || SYSTEM_FILES.has(name.toLowerCase())
}

function parentOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}

function join(folder: string, name: string): string {
  return folder ? `${folder}/${name}` : name
}
