// A tile's picture with the watermark on it, drawn by the same engine as the output. It is redrawn 100 ms after the
// last change; a drawing that is no longer wanted is called off.
import { useEffect, useState } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { engine } from '@/engine'
import type { Picture } from '../picture'
import { useThumbnails } from '../upload/thumbnails-store'

export const REDRAW_MS = 100

/**
 * The address of the drawn tile; the bare thumbnail until there is one; undefined while that is being made.
 * `watermark` is null when nothing is to be drawn, and keeps its identity while nothing changes.
 */
export function useTilePreview(picture: Picture, watermark: ProcessingOptions | null): string | undefined {
  const thumbnail = useThumbnails((state) => state.shelf[picture.id])
  useEffect(() => useThumbnails.getState().request(picture), [picture])
  const blob = thumbnail?.state === 'ready' ? thumbnail.blob : undefined
  const [drawn, setDrawn] = useState<string>()

  useEffect(() => {
    if (!blob || !watermark) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      engine.watermarkPreview(blob, picture.inspection, watermark, controller.signal).then(
        (made) => !controller.signal.aborted && setDrawn(URL.createObjectURL(made.blob)),
        () => undefined,
      )
    }, REDRAW_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [blob, watermark, picture])

  useEffect(() => () => (drawn ? URL.revokeObjectURL(drawn) : undefined), [drawn])

  const bare = thumbnail?.state === 'ready' ? thumbnail.url : undefined
  return watermark ? (drawn ?? bare) : bare
}
