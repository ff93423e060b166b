// Adding and restoring images, with their toasts.
import { useCallback } from 'react'
import { engine } from '@/engine'
import { t } from '@/lib/messages'
import { leave, toast, toastError } from '@/ui/toasts'
import { restoreVisit } from '../kept/restore'
import { keepImages } from '../kept/stored-files'
import { useBatch } from '../model/batch-store'
import type { BatchImage, Incoming } from '../model/image'
import { useOptionChanges } from '../model/options-store'
import { forgetRefused, UPLOAD_ERROR, useRefused } from '../model/refused-store'
import { usePerson } from '../model/tier'
import { checkFiles, type UploadLimits } from './check'

const STORAGE_FULL = t`Your browser has no space left to store these images. You can continue, but they will be lost after a reload.`

export function useUpload() {
  const { limits } = usePerson().plan
  const { maxFileMb, maxBatch } = limits

  const add = useCallback(
    async (incoming: Incoming[]) => {
      if (incoming.length === 0) return
      const batch = useBatch.getState()
      batch.addChecking(incoming.length)
      const images = await oneByOne(() => take(incoming, { maxFileMb, maxBatch })).finally(() =>
        batch.addChecking(-incoming.length),
      )
      if (images.length === 0) return
      leave(t`No images uploaded`)
      toast(t`Images Added`, t`${images.length} image(s) ready for processing.`)
      const kept = await keepImages(images, batch.moveFiles)
      if (kept === 'full') toastError(t`Storage full`, STORAGE_FULL)
    },
    [maxFileMb, maxBatch],
  )

  return { add }
}

let line: Promise<unknown> = Promise.resolve()

/** Two drops in a row are counted one after the other, or both together would pass the limit. */
function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const done = line.then(work)
  line = done.catch(() => undefined)
  return done
}

/** Looks at the files and puts those that may come into the batch. */
async function take(incoming: Incoming[], limits: UploadLimits): Promise<BatchImage[]> {
  const { images: held } = useBatch.getState()
  const { accepted, errors } = await checkFiles(incoming, held.length, limits, engine.inspect)
  tellRefused(errors, incoming.length - accepted.length)
  const next = Math.max(-1, ...useBatch.getState().images.map(({ order }) => order)) + 1
  const images = accepted.map((one, at) => ({ ...one, id: crypto.randomUUID(), order: next + at }))
  // A new batch begins where options begin (OPT-01).
  if (held.length === 0 && images.length > 0) useOptionChanges.getState().showTab('naming')
  useBatch.getState().add(images)
  return images
}

/** More lines than these are a list on the page as well, which stays when the toast goes. */
const TOAST_LINES = 3

/** UP-04: one toast with all errors joined by newlines. */
function tellRefused(lines: string[], files: number): void {
  forgetRefused()
  leave(UPLOAD_ERROR)
  if (lines.length > TOAST_LINES) useRefused.setState({ lines, files })
  if (lines.length > 0) toastError(UPLOAD_ERROR, lines.join('\n'))
}

let restoring: Promise<void> | undefined

/** Brings the last visit back, once for each time the page is opened. Resolves when it is here. */
export function restoreOnce(): Promise<void> {
  restoring ??= restore()
  return restoring
}

async function restore(): Promise<void> {
  const images = await restoreVisit().finally(() => useBatch.setState({ restored: true }))
  if (images > 0) toast(t`Files Restored`, t`${images} previously uploaded images have been restored.`)
}
