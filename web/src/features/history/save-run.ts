// Saving a finished run: a batch, its files, its ZIP. It goes on by itself; whatever fails, the results on screen stay, and
// the same run can be saved again from where it was. The person's own results are the only thing that must not be lost.
import { create } from 'zustand'
import { answer, api } from '@/api/client'
import { ApiError, sentenceOf } from '@/api/problem'
import { queryClient } from '@/api/query-client'
import type { Batch, NewProcessedFile, ProcessingOptions } from '@/api/types'
import { upload } from '@/api/upload'
import { t } from '@/lib/messages'
import { HISTORY_KEY } from './history'
import { sendDirectly } from './send-directly'

/** The results of a run at one moment. */
export interface PackedRun {
  files: () => Promise<NewProcessedFile[]>
  zip: () => Promise<Blob>
  /** Differs whenever the ZIP would. */
  version: string
}

export interface RunToSave {
  /** The same run makes one batch, however often it is sent. */
  key: string
  name: string
  jobId: string
  fileCount: number
  processedCount: number
  options: ProcessingOptions
  /** The results as they are when it is called: names may be edited between two tries. */
  pack: () => PackedRun
}

export type Saving =
  | { phase: 'nothing' }
  /** `share` is what has been sent of the ZIP, 0 to 1; null while it is made. */
  | { phase: 'saving'; share: number | null }
  | { phase: 'saved'; name: string; version: string; expiresAt: string }
  | { phase: 'failed'; reason: string }
  | { phase: 'waiting' }

/** Letters of a watermark image's data URL. */
const LARGEST_MARK = 1_500_000

interface SaveState {
  saving: Saving
  run: RunToSave | null
  batchId: string | null
}

const NOTHING: SaveState = { saving: { phase: 'nothing' }, run: null, batchId: null }

export const useSaving = create<SaveState>(() => NOTHING)

// Closing the tab in the middle of an upload asks first, whatever page is shown.
const ask = (event: BeforeUnloadEvent) => event.preventDefault()
useSaving.subscribe(({ saving }) => {
  if (saving.phase === 'saving') window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
})

let controller: AbortController | null = null

/** A new run is on screen, or none: what belonged to the old one is no longer shown. An upload on its way goes on. */
export function forgetSaving(): void {
  controller = null
  useSaving.setState(NOTHING)
}

/** Sign-out: nothing of the person goes on. */
export function stopSaving(): void {
  controller?.abort()
  forgetSaving()
}

/** Offers a run for saving without doing it, as after a cancel. */
export function offerRun(run: RunToSave): void {
  useSaving.setState({ saving: { phase: 'waiting' }, run, batchId: null })
}

/** What is stored of the same job already is replaced: a stopped run may have been saved as far as it had come. */
export function saveRun(run: RunToSave): Promise<void> {
  const { run: before, batchId } = useSaving.getState()
  const known = before?.jobId === run.jobId ? batchId : null
  useSaving.setState({ saving: { phase: 'saving', share: null }, run, batchId: known })
  return save(run)
}

/** Once more: after a failure, or because names have changed since. The stored batch is replaced, not doubled. */
export async function saveAgain(): Promise<void> {
  const { run, saving } = useSaving.getState()
  if (!run || saving.phase === 'saving') return
  useSaving.setState({ saving: { phase: 'saving', share: null } })
  await save(run)
}

async function save(run: RunToSave): Promise<void> {
  const mine = new AbortController()
  controller = mine
  const report = (saving: Saving) => {
    if (controller === mine) useSaving.setState({ saving })
  }
  const { files, zip, version } = run.pack()
  try {
    const batch = await batchFor(run, mine)
    await sendFiles(batch.id, await files(), mine.signal)
    await sendZip(batch, await zip(), mine.signal, (share) => report({ phase: 'saving', share }))
    report({ phase: 'saved', name: run.name, version, expiresAt: batch.expiresAt })
  } catch (error) {
    if (!mine.signal.aborted) report({ phase: 'failed', reason: sentenceOf(error) })
  } finally {
    void queryClient.invalidateQueries({ queryKey: [HISTORY_KEY] })
  }
}

type SavedBatch = Pick<Batch, 'id' | 'expiresAt' | 'directUpload'>

/** The batch of this run; made once, however often saving is tried. */
async function batchFor(run: RunToSave, mine: AbortController): Promise<SavedBatch> {
  const known = useSaving.getState().batchId
  if (known) {
    const path = { id: known }
    return answer(api.GET('/api/v1/batches/{id}', { params: { path }, signal: mine.signal }))
  }
  const { name, jobId, fileCount, processedCount, options } = run
  const batch = await answer(
    api.POST('/api/v1/batches', {
      params: { header: { 'Idempotency-Key': run.key } },
      body: { batchName: name, jobId, fileCount, processedCount, processingOptions: keepable(options) },
      signal: mine.signal,
    }),
  )
  if (controller === mine) useSaving.setState({ batchId: batch.id })
  return batch
}

/** A batch is not lost over a watermark image that is larger than the server keeps. */
function keepable(options: ProcessingOptions): ProcessingOptions {
  const tooLarge = (options.imageWatermarkFile?.length ?? 0) > LARGEST_MARK
  return tooLarge ? { ...options, imageWatermarkFile: null } : options
}

async function sendFiles(id: string, files: NewProcessedFile[], signal: AbortSignal): Promise<void> {
  await answer(api.POST('/api/v1/batches/{id}/files', { params: { path: { id } }, body: { files }, signal }))
}

async function sendZip(
  { id, directUpload }: SavedBatch,
  zip: Blob,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  const form = new FormData()
  form.append('zipFile', zip, 'processed-images.zip')
  form.append('batchId', id)
  form.append('originalFilename', 'processed-images.zip')
  try {
    if (directUpload && (await sendDirectly(id, zip, signal, onProgress))) return
    // Named in the address too: the server then refuses before the bytes are sent, not after.
    await upload(`/server/api/store-zip?batchId=${encodeURIComponent(id)}`, { form, onProgress, signal })
  } catch (error) {
    throw signal.aborted ? error : storageFailure(error)
  }
}

/** HIST-07's words around the server's own. */
function storageFailure(error: unknown): ApiError {
  const facts = error instanceof ApiError ? error : { status: 0, code: 'unreachable' }
  return new ApiError(t`Server storage failed: ${sentenceOf(error)}`, facts)
}
