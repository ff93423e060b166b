// Saving into a folder of the disk and renaming the originals there, where the browser can do that.
import { useState } from 'react'
import type { Rules } from '@/engine/rules'
import { plural, t } from '@/lib/messages'
import { toast, toastError } from '@/ui/toasts'
import { entryPath, type FinalName } from '../../model/final-names'
import type { ResultRow } from '../../model/row'
import { type Folder, renameFiles, undoRenames, type Wanted, writeEntries } from './folder'
import type { ZipEntry } from './zip'

type Picker = { showDirectoryPicker?: (options: object) => Promise<FileSystemDirectoryHandle> }

export function canPickFolder(): boolean {
  return 'showDirectoryPicker' in window
}

interface FolderWork {
  rules: Rules
  names: ReadonlyMap<string, FinalName>
  /** What the ZIP would hold. */
  entries: (rows: readonly ResultRow[]) => Promise<AsyncIterable<ZipEntry>>
}

export function useFolder({ rules, names, entries }: FolderWork) {
  const [busy, setBusy] = useState(false)
  const work = async (what: (folder: Folder) => Promise<string>) => {
    setBusy(true)
    try {
      const folder = await pickFolder()
      if (folder) toast(t`Success!`, await what(folder))
    } catch (cause) {
      toastError(t`Error`, failure(cause))
    } finally {
      setBusy(false)
    }
  }
  const save = (rows: readonly ResultRow[]) =>
    work(async (folder) => {
      const count = await writeEntries(folder, await entries(rows))
      return plural(count, { one: '# file was written to the folder.', other: '# files were written to the folder.' })
    })
  const rename = (rows: readonly ResultRow[]) =>
    work(async (folder) => {
      const { done, missing } = await renameFiles(folder, wantedNames(rows, names, rules, folder.name))
      return [renamedText(done.length), missingText(missing)].filter(Boolean).join('\n')
    })
  const undo = () =>
    work(async (folder) => {
      const { done, missing } = await undoRenames(folder)
      return [takenBackText(done.length), missingText(missing)].filter(Boolean).join('\n')
    })
  return { busy, save, rename, undo }
}

/** The originals keep their bytes, and so their extension. */
export function wantedNames(
  rows: readonly ResultRow[],
  names: ReadonlyMap<string, FinalName>,
  rules: Pick<Rules, 'zipEntryName'>,
  picked: string,
): Wanted[] {
  return rows.flatMap((row) => {
    const name = names.get(row.id)?.name
    if (!name || row.state === 'failed') return []
    const stem = name.slice(0, name.length - row.extension.length - 1)
    const own = row.originalName.slice(row.originalName.lastIndexOf('.') + 1)
    const to = entryPath(`${stem}.${own}`, rules)
    return [{ folder: inside(picked, row.folder), from: row.originalName, to, file: row.originalFile }]
  })
}

/** Where the dropped folder itself is picked, paths begin below its name; where the one around it is, they begin with it. */
function inside(picked: string, folder: string): string {
  const [top, ...rest] = folder.split('/')
  return top === picked ? rest.join('/') : folder
}

/** Null when the person closed the dialog. */
async function pickFolder(): Promise<Folder | null> {
  try {
    return (await (window as Picker).showDirectoryPicker?.({ id: 'nomina', mode: 'readwrite' })) ?? null
  } catch (cause) {
    if ((cause as DOMException).name === 'AbortError') return null
    throw cause
  }
}

function failure(cause: unknown): string {
  const { name } = cause as DOMException
  if (name === 'NotAllowedError')
    return t`The browser is not allowed to write to this folder. Choose it again and allow access.`
  if (name === 'QuotaExceededError') return t`The disk is full. Files written so far stay in the folder.`
  return t`Writing to the folder failed. Files written so far stay in it. Try again.`
}

function renamedText(count: number): string {
  return plural(count, {
    one: '# file was renamed. To undo, use nomina-undo.json in the folder.',
    other: '# files were renamed. To undo, use nomina-undo.json in the folder.',
  })
}

function takenBackText(count: number): string {
  return plural(count, {
    one: '# file has its original name again.',
    other: '# files have their original names again.',
  })
}

const FEW = 3

function missingText(names: readonly string[]): string {
  if (names.length === 0) return ''
  const some = names.slice(0, FEW).join(', ')
  const what = names.length > FEW ? t`${some} and ${names.length - FEW} more` : some
  return t`Not in this folder, or changed since: ${what}`
}
