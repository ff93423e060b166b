// One row of the results: an image's old name, its new one, and what became of its bytes.
import { t } from '@/lib/messages'
import type { NameSource } from './composed-name'
import { NOTHING_SEEN, type Seen } from './seen'

/** Where an image stands. A failed one still has a name, and bytes where that is safe. */
export type RowState = 'waiting' | 'working' | 'done' | 'failed' | 'cancelled'

export interface ResultRow {
  id: string
  originalFile: File
  originalName: string
  /** Where it came from below the dropped folder; empty for single files. */
  folder: string
  /** The new name without extension, before collisions are settled. */
  suggestedName: string
  /** The name that the run gave, whatever has become of it. */
  givenName: string
  extension: string
  isEdited: boolean
  /** Whether alt text or keywords were written by hand. */
  wordsEdited: boolean
  state: RowState
  fromCache: boolean
  /** What went wrong, as the row says it; null when nothing did. */
  error: string | null
  /** Quiet remarks: kept as it was, first frame only, and the like. */
  notes: string[]
  alternatives: string[]
  /** What the names were made from; null before a run, and in batches of earlier versions. */
  source: NameSource | null
  /** What the model said besides the name. */
  seen: Seen
  /** The result's bytes as a handle; null until there are any. */
  output: Blob | null
}

/** A row before anything has happened to its image. */
export function emptyRow(id: string, file: File, folder: string): ResultRow {
  return {
    id,
    originalFile: file,
    originalName: file.name,
    folder,
    suggestedName: '',
    givenName: '',
    extension: '',
    isEdited: false,
    wordsEdited: false,
    state: 'waiting',
    fromCache: false,
    error: null,
    notes: [],
    alternatives: [],
    source: null,
    seen: NOTHING_SEEN,
    output: null,
  }
}

export type ReadyRow = ResultRow & { output: Blob }

/** Whether the row has something to download. */
export function isReady(row: ResultRow): row is ReadyRow {
  return row.output !== null && (row.state === 'done' || row.state === 'failed')
}

/** Why a file that was moved, changed or deleted on disk has no result. */
export const UNREADABLE = t`The file can no longer be read: it was moved, changed or deleted. Add it again.`

/** Whether the bytes behind a handle are still there. Nothing but reading tells. */
export async function isReadable(blob: Blob): Promise<boolean> {
  try {
    await blob.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

/** Whether no run is at work on it any more. */
export function isSettled({ state }: ResultRow): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

/** Whether a run has come to its end with it, well or not. */
export function isFinished({ state }: ResultRow): boolean {
  return state === 'done' || state === 'failed'
}

/** Whether nothing has become of the image yet and nothing is wrong with it: the run was cancelled, or its bytes were not kept. */
export function isUndone(row: ResultRow): boolean {
  return row.state === 'cancelled'
}

/** Whether something went wrong that another try may heal. */
export function canRetry(row: ResultRow): boolean {
  return row.error !== null && isSettled(row)
}
