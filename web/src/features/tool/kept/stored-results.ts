// Results on their way through a reload: names and remarks by themselves, so that an edit is quick to write, and the bytes
// beside them. What has lost its bytes comes back with its name and can be made again.
import type { ProcessingOptions } from '@/api/types'
import { t } from '@/lib/messages'
import type { Step } from '../model/batch-store'
import type { BatchImage } from '../model/image'
import type { Tab } from '../model/options-store'
import { INTERRUPTED } from '../model/remarks'
import type { RunSummary } from '../model/results-store'
import { isSettled, type ResultRow } from '../model/row'
import type { Sent } from '../model/sent-store'
import type { View } from '../model/view'
import { finished, one, type StoreName, stores } from './database'
import { ownBatch } from './own-batch'
import { inBatch } from './stored-files'

/** What surrounds the images of a batch. */
export interface BatchRecord {
  step: Step
  options: Partial<ProcessingOptions>
  tab: Tab
  unselected: string[]
  unmarked: string[]
  recipe: ProcessingOptions | null
  summary: RunSummary | null
  /** Left out by earlier versions, as a row's given name is. */
  view?: View
  /** Ids of the images, where the person has moved some. */
  order?: string[] | null
  sent?: Sent
  /** Whether a run was under way. */
  underWay?: boolean
  /** The job that the run belongs to. */
  job?: string | null
}

type StoredRow = Omit<ResultRow, 'originalFile' | 'output' | 'givenName' | 'wordsEdited' | 'source'> & {
  batch: string
  givenName?: string
  wordsEdited?: boolean
  source?: ResultRow['source']
}

interface StoredOutput {
  id: string
  batch: string
  output: Blob
}

const LOST_BYTES = t`The browser did not keep this result. Retry to create it again.`

export async function keepBatch(record: BatchRecord, now: number): Promise<void> {
  const id = await ownBatch()
  await one('batches', 'readwrite', (store) => store.put({ ...record, id, at: now }))
}

export async function restoreBatch(): Promise<BatchRecord | undefined> {
  const id = await ownBatch()
  const found = await one<BatchRecord | undefined>('batches', 'readonly', (store) => store.get(id))
  // A batch of an earlier version is only its images.
  return found?.options ? found : undefined
}

/** Names first: when the space ends, they are what cannot be made again. */
export async function keepRows(rows: readonly ResultRow[], changed: ReadonlySet<string>): Promise<void> {
  const batch = await ownBatch()
  await putAll(
    'results',
    rows.flatMap(({ originalFile: _, output: __, ...row }) =>
      changed.has(row.id) ? [{ ...row, batch } satisfies StoredRow] : [],
    ),
  )
}

export async function keepOutputs(rows: readonly ResultRow[]): Promise<void> {
  const batch = await ownBatch()
  for (const { id, output } of rows) {
    // Each in its own transaction, as with the images.
    if (output) await putAll('outputs', [{ id, batch, output } satisfies StoredOutput])
  }
}

export async function forgetResults(ids: string[]): Promise<void> {
  for (const name of ['results', 'outputs'] as const) {
    for (const id of ids) await one(name, 'readwrite', (store) => store.delete(id))
  }
}

/** The bytes of an earlier run, which a new one is about to replace. */
export async function forgetOutputs(ids: string[]): Promise<void> {
  for (const id of ids) await one('outputs', 'readwrite', (store) => store.delete(id))
}

export async function restoreRows(images: readonly BatchImage[]): Promise<ResultRow[]> {
  const [stored, outputs] = [await inBatch<StoredRow>('results'), await inBatch<StoredOutput>('outputs')]
  const files = new Map(images.map(({ id, file }) => [id, file]))
  const bytes = new Map(outputs.map(({ id, output }) => [id, output]))
  const places = new Map(images.map(({ id }, at) => [id, at]))
  return stored
    .sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
    .flatMap(({ batch: _, ...row }) => {
      const originalFile = files.get(row.id)
      if (!originalFile) return []
      const output = bytes.get(row.id) ?? null
      return [withBytes({ givenName: '', wordsEdited: false, source: null, ...row, originalFile, output })]
    })
}

function withBytes(row: ResultRow): ResultRow {
  if (!isSettled(row)) return { ...row, state: 'cancelled', error: INTERRUPTED, output: null }
  if (row.state !== 'done' || row.output) return row
  return { ...row, state: 'cancelled', error: LOST_BYTES }
}

async function putAll(name: StoreName, values: object[]): Promise<void> {
  if (values.length === 0) return
  const { [name]: store } = await stores([name], 'readwrite')
  const requests = values.map((value) => store?.put(value))
  await finished(requests.at(-1) as IDBRequest)
}
