// A tile's image with the watermark on it, drawn by the same engine as the output. It is redrawn 100 ms after the
// last change; a drawing that is no longer wanted is called off.
import { useEffect, useState } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { engine } from '@/engine'
import { t } from '@/lib/messages'
import { useOffline } from '@/lib/offline'
import { releaseUrl } from '@/lib/release-url'
import type { BatchImage } from '../model/image'
import { reasonOf } from '../model/remarks'
import { useThumbnails } from '../model/thumbnails-store'

const REDRAW_MS = 100

/** Hears what is to be said about a mark that was drawn, or why it was not; null when all is well. */
export type OnSaid = (watermark: ProcessingOptions, sentence: string | null) => void

/**
 * The address of the drawn tile; the bare thumbnail until there is one; undefined while that is being made.
 * `watermark` is null when nothing is to be drawn, and keeps its identity while nothing changes.
 */
export function useTilePreview(
  image: BatchImage,
  watermark: ProcessingOptions | null,
  onSaid: OnSaid,
): string | undefined {
  // A font that was out of reach is asked for again when the network is back.
  const offline = useOffline()
  const thumbnail = useThumbnails((state) => state.shelf[image.id])
  useEffect(() => useThumbnails.getState().request(image), [image])
  const blob = thumbnail?.state === 'ready' ? thumbnail.blob : undefined
  const [drawn, setDrawn] = useState<string>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the network is no part of the drawing, only a reason to draw again
  useEffect(() => {
    if (!blob || !watermark) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      engine.watermarkPreview(blob, image.inspection, watermark, controller.signal).then(
        (made) => {
          if (controller.signal.aborted) return
          setDrawn(URL.createObjectURL(made.blob))
          onSaid(watermark, made.facts.warnings[0] ?? null)
        },
        (cause) => {
          if (controller.signal.aborted) return
          // An older mark would look like this one.
          setDrawn(undefined)
          onSaid(watermark, t`The watermark cannot be shown: ${reasonOf(cause)}.`)
        },
      )
    }, REDRAW_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [blob, watermark, image, offline, onSaid])

  useEffect(() => () => (drawn ? releaseUrl(drawn) : undefined), [drawn])

  const bare = thumbnail?.state === 'ready' ? thumbnail.url : undefined
  return watermark ? (drawn ?? bare) : bare
}
