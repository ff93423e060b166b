// Adding, removing and restoring pictures, with their toasts.
import { useCallback } from 'react'
import { engine } from '@/engine'
import { leave, toast, toastError } from '@/ui/toasts'
import { useBatch } from '../batch-store'
import { inOrder } from '../kept/database'
import { restoreVisit } from '../kept/restore'
import { forgetAllPictures, forgetPicture, keepPictures } from '../kept/stored-files'
import type { Incoming, Picture } from '../picture'
import { type Taken, withBack } from '../results/changes'
import { usePerson } from '../tier'
import { checkFiles } from './check'
import { forgetRefused, useRefused } from './refused-store'
import { useThumbnails } from './thumbnails-store'

const UPLOAD_ERROR = 'Upload Error'

export const STORAGE_FULL =
  'Your browser has no room left to keep these images. You can go on, but they will be gone after a reload.'

export function useUpload() {
  const { limits } = usePerson().plan
  const { maxFileMb, maxBatch } = limits

  const add = useCallback(
    async (incoming: Incoming[]) => {
      if (incoming.length === 0) return
      const batch = useBatch.getState()
      batch.setChecking(incoming.length)
      const { accepted, errors } = await checkFiles(
        incoming,
        batch.pictures.length,
        { maxFileMb, maxBatch },
        engine.inspect,
      ).finally(() => batch.setChecking(0))
      tellRefused(errors, incoming.length - accepted.length)
      if (accepted.length === 0) return
      const next = Math.max(-1, ...useBatch.getState().pictures.map(({ order }) => order)) + 1
      const pictures = accepted.map((one, at) => ({ ...one, id: crypto.randomUUID(), order: next + at }))
      batch.add(pictures)
      leave('No images uploaded')
      toast('Images Added', `${pictures.length} image(s) ready for processing.`)
      const kept = await keepPictures(pictures, batch.moveFiles)
      if (kept === 'full') toastError('Storage full', STORAGE_FULL)
    },
    [maxFileMb, maxBatch],
  )

  return { add }
}

/** More lines than these are a list on the page; the toast then says how many. */
const TOAST_LINES = 3

function tellRefused(lines: string[], files: number): void {
  forgetRefused()
  leave(UPLOAD_ERROR)
  if (lines.length > TOAST_LINES) {
    useRefused.setState({ lines, files })
    toastError(UPLOAD_ERROR, `${files} files were not added. The list on the page says why.`)
  } else if (lines.length > 0) toastError(UPLOAD_ERROR, lines.join('\n'))
}

export function remove(id: string): void {
  useBatch.getState().remove(id)
  useThumbnails.getState().drop(id)
  void forgetPicture(id)
}

/** Pictures that were taken out come back to their places. */
export function putBack(out: readonly Taken<Picture>[]): void {
  useBatch.setState((state) => ({ pictures: withBack(state.pictures, out) }))
  void inOrder(() => keepPictures(out.map(({ item }) => item)))
}

export function clear(): void {
  useBatch.getState().clear()
  useThumbnails.getState().clear()
  forgetRefused()
  leave(UPLOAD_ERROR)
  void forgetAllPictures()
}

let restoring: Promise<number> | undefined

/** Brings the last visit back, once for each time the page is opened. */
export async function restoreOnce(): Promise<void> {
  if (restoring) return
  restoring = restoreVisit().finally(() => useBatch.setState({ restored: true }))
  const pictures = await restoring
  if (pictures > 0) toast('Files Restored', `${pictures} previously uploaded images have been restored.`)
}
