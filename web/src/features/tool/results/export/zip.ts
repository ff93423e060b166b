// All results as one ZIP, written as a stream: one image at a time is read, and nothing is held in memory.
import type { ProcessingOptions } from '@/api/types'
import type { Rules } from '@/engine/rules'
import { entryPath, type FinalName } from '../../model/final-names'
import { isReady, type ReadyRow, type ResultRow } from '../../model/row'
import { percentSure } from '../../model/seen'
import { type ListedFile, manifestJson, namesCsv, undoPowerShell, undoShell } from './lists'
import { shopifyCsv, wooCommerceCsv, wordPressCsv } from './shop-lists'

export const ZIP_NAME = 'processed-images.zip'

export interface ZipChoices {
  keepFolders: boolean
  withLists: boolean
  /** Alt text and keywords go into the images' custom metadata. */
  withWords?: boolean
}

export interface ZipPlan {
  rows: ResultRow[]
  names: ReadonlyMap<string, FinalName>
  choices: ZipChoices
  options: ProcessingOptions
  rules: Pick<Rules, 'zipEntryName' | 'uniqueNames'>
  sha256: (blob: Blob) => Promise<string>
  /** The image with its words inside, where that can be asked for. */
  worded?: (row: ReadyRow) => Promise<Blob>
  now: Date
}

export interface ZipEntry {
  name: string
  input: Blob | string
  lastModified: Date
}

export async function* zipEntries(plan: ZipPlan): AsyncGenerator<ZipEntry> {
  const { rows, names, choices, rules, now } = plan
  const listed: ListedFile[] = []
  for (const row of rows.filter(isReady)) {
    const newName = entryPath(names.get(row.id)?.name ?? row.originalName, rules)
    const path = choices.keepFolders ? inFolder(row.folder, newName, rules) : newName
    const output = choices.withWords && plan.worded ? await plan.worded(row) : row.output
    yield { name: path, input: output, lastModified: new Date(row.originalFile.lastModified) }
    if (choices.withLists) listed.push(await list({ ...row, output }, newName, path, plan))
  }
  if (!choices.withLists) return
  yield { name: 'nomina-manifest.json', input: manifestJson(listed, plan.options, now), lastModified: now }
  yield { name: 'nomina-names.csv', input: namesCsv(listed), lastModified: now }
  yield { name: 'nomina-shopify.csv', input: shopifyCsv(listed, rules.uniqueNames), lastModified: now }
  yield { name: 'nomina-woocommerce.csv', input: wooCommerceCsv(listed, rules.uniqueNames), lastModified: now }
  yield { name: 'nomina-wordpress.csv', input: wordPressCsv(listed), lastModified: now }
  yield { name: 'nomina-undo.sh', input: undoShell(listed, rules.uniqueNames), lastModified: now }
  yield { name: 'nomina-undo.ps1', input: undoPowerShell(listed, rules.uniqueNames), lastModified: now }
}

/** Bytes of the images, for choosing the way to save and for the button. */
export function zipBytes(rows: readonly ResultRow[]): number {
  return rows.filter(isReady).reduce((sum, row) => sum + row.output.size, 0)
}

async function list(row: ReadyRow, newName: string, path: string, { sha256 }: ZipPlan): Promise<ListedFile> {
  return {
    oldName: row.originalName,
    newName,
    path,
    bytesBefore: row.originalFile.size,
    bytesAfter: row.output.size,
    // The original may have left the disk since; its line is then without a hash.
    sha256Before: await sha256(row.originalFile).catch(() => ''),
    sha256After: await sha256(row.output),
    altText: row.seen.altText,
    keywords: row.seen.keywords,
    confidence: percentSure(row),
  }
}

function inFolder(folder: string, name: string, rules: ZipPlan['rules']): string {
  const parts = folder.split('/').filter((part) => part && part !== '.' && part !== '..')
  return [...parts.map((part) => rules.zipEntryName(part)), name].join('/')
}
