// The results as they stand, ready to be stored: a line with a small image for each file, and the ZIP.
import { downloadZip } from 'client-zip'
import type { NewProcessedFile, ProcessingOptions } from '@/api/types'
import { engine } from '@/engine'
import type { Rules } from '@/engine/rules'
import type { PackedRun } from '@/features/history/save-run'
import { entryPath, type FinalName, finalNames } from '@/features/tool/model/final-names'
import { isReady, type ResultRow } from '@/features/tool/model/row'
import { zipEntries } from '@/features/tool/results/export/zip'

const THUMBNAIL_SIDE = 128
/** What the server takes; an image that does not fit is left out. */
const LARGEST_THUMBNAIL = 12 * 1024
const CHOICES = { keepFolders: false, withLists: false }

/** Differs whenever the ZIP would. */
export function versionOf(rows: readonly ResultRow[]): string {
  return rows
    .filter(isReady)
    .map((row) => [row.id, row.suggestedName, row.extension, row.output.size].join('/'))
    .join('\n')
}

export function packRows(rows: ResultRow[], options: ProcessingOptions, rules: Rules): PackedRun {
  const names = finalNames(rows, rules)
  return {
    version: versionOf(rows),
    files: () => Promise.all(rows.filter(isReady).map((row) => fileOf(row, names, rules))),
    zip: () =>
      downloadZip(
        zipEntries({ rows, names, choices: CHOICES, options, rules, sha256: engine.sha256, now: new Date() }),
      ).blob(),
  }
}

async function fileOf(
  row: ResultRow & { output: Blob },
  names: ReadonlyMap<string, FinalName>,
  rules: Rules,
): Promise<NewProcessedFile> {
  const thumbnail = await thumbnailOf(row.output)
  return {
    originalFilename: row.originalName,
    processedFilename: entryPath(names.get(row.id)?.name ?? row.originalName, rules),
    originalSize: row.originalFile.size,
    processedSize: row.output.size,
    mimeType: row.output.type || 'image/jpeg',
    processingMetadata: { suggestedName: row.suggestedName, fromCache: row.fromCache, error: row.error },
    status: row.state === 'failed' ? 'failed' : 'completed',
    ...(thumbnail ? { thumbnail } : {}),
  }
}

async function thumbnailOf(image: Blob): Promise<string | null> {
  try {
    const url = await dataUrl((await engine.thumbnail(image, THUMBNAIL_SIDE)).blob)
    return url.length <= LARGEST_THUMBNAIL ? url : null
  } catch {
    return null
  }
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(reader.result as string)
    reader.onerror = () => fail(reader.error)
    reader.readAsDataURL(blob)
  })
}
