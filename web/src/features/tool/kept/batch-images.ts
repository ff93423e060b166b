// The batch's images on screen and in the browser's storage, changed together.
import { leave } from '@/ui/toasts'
import { useBatch } from '../model/batch-store'
import { type Taken, withBack } from '../model/changes'
import type { Picture } from '../model/image'
import { forgetRefused, UPLOAD_ERROR } from '../model/refused-store'
import { useThumbnails } from '../model/thumbnails-store'
import { inOrder } from './database'
import { forgetAllPictures, forgetPicture, keepPictures } from './stored-files'

export function removeImage(id: string): void {
  useBatch.getState().remove(id)
  useThumbnails.getState().drop(id)
  void forgetPicture(id)
}

/** Pictures that were taken out come back to their places. */
export function putBack(out: readonly Taken<Picture>[]): void {
  useBatch.setState((state) => ({ pictures: withBack(state.pictures, out) }))
  void inOrder(() => keepPictures(out.map(({ item }) => item)))
}

export function clearImages(): void {
  useBatch.getState().clear()
  useThumbnails.getState().clear()
  forgetRefused()
  leave(UPLOAD_ERROR)
  void forgetAllPictures()
}
