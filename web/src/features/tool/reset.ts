// Back to the beginning: images, results, cache and progress are gone.

import { useBatch } from './batch-store'
import { useMarks } from './preview/marks-store'
import { namesCache } from './process/names-cache'
import { cancelProcessing } from './process/processing'
import { useResults } from './results/results-store'
import { clear, remove } from './upload/use-upload'

export function resetTool(): void {
  cancelProcessing()
  namesCache.clear()
  useResults.getState().clear()
  useMarks.getState().reset()
  clear()
}

/** A picture leaves with its result. With the last one the tool is back at the beginning. */
export function removeResult(id: string): void {
  useResults.getState().remove(id)
  remove(id)
  if (useBatch.getState().pictures.length === 0) resetTool()
}
