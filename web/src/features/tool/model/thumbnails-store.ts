// Thumbnails made by the engine's workers when a tile first comes into view. Blobs are small; addresses are given
// back when an image leaves.
import { create } from 'zustand'
import { engine } from '@/engine'
import { releaseUrl } from '@/lib/release-url'
import type { BatchImage } from './image'

export type Thumbnail = { state: 'making' } | { state: 'ready'; blob: Blob; url: string } | { state: 'failed' }

/** Longest side in pixels: sharp on dense screens at the largest tile. */
export const THUMBNAIL_SIDE = 480

interface ThumbnailsState {
  shelf: Record<string, Thumbnail>
  request: (image: BatchImage) => void
  drop: (id: string) => void
  clear: () => void
}

export const useThumbnails = create<ThumbnailsState>((set, get) => ({
  shelf: {},
  request: ({ id, file }) => {
    if (get().shelf[id]) return
    const put = (thumbnail: Thumbnail) => set((state) => ({ shelf: { ...state.shelf, [id]: thumbnail } }))
    put({ state: 'making' })
    engine.thumbnail(file, THUMBNAIL_SIDE).then(
      ({ blob }) => {
        // Removed in the meantime: nobody would give the address back.
        if (get().shelf[id]) put({ state: 'ready', blob, url: URL.createObjectURL(blob) })
      },
      () => get().shelf[id] && put({ state: 'failed' }),
    )
  },
  drop: (id) =>
    set((state) => {
      const { [id]: gone, ...shelf } = state.shelf
      release(gone)
      return { shelf }
    }),
  clear: () =>
    set((state) => {
      Object.values(state.shelf).forEach(release)
      return { shelf: {} }
    }),
}))

function release(thumbnail: Thumbnail | undefined): void {
  if (thumbnail?.state === 'ready') releaseUrl(thumbnail.url)
}
