// The image of a result for a list: its own, and until that is decoded the thumbnail of the original, which is there already.
// An AVIF takes seconds.
import type { ResultRow } from '../model/row'
import { useThumbnails } from '../model/thumbnails-store'
import { useSmallImage } from './use-small-image'

export function useRowImage(row: ResultRow, side: number): string | undefined {
  const own = useSmallImage(row.output ?? row.originalFile, side)
  const original = useThumbnails((state) => state.shelf[row.id])
  return own ?? (original?.state === 'ready' ? original.url : undefined)
}
