// The batch's images on screen and in the browser's storage, changed together.
import { leave } from '@/ui/toasts'
import { useBatch } from '../model/batch-store'
import { type Taken, withBack } from '../model/changes'
import type { BatchImage } from '../model/image'
import { forgetRefused, UPLOAD_ERROR } from '../model/refused-store'
import { useThumbnails } from '../model/thumbnails-store'
import { inOrder } from './database'
import { forgetAllImages, forgetImage, keepImages } from './stored-files'

export function removeImage(id: string): void {
  useBatch.getState().remove(id)
  useThumbnails.getState().drop(id)
  void forgetImage(id)
}

/** Images that were taken out come back to their places. */
export function putBack(out: readonly Taken<BatchImage>[]): void {
  useBatch.setState((state) => ({ images: withBack(state.images, out) }))
  void inOrder(() => keepImages(out.map(({ item }) => item)))
}

export function clearImages(): void {
  useBatch.getState().clear()
  useThumbnails.getState().clear()
  forgetRefused()
  leave(UPLOAD_ERROR)
  void forgetAllImages()
}
