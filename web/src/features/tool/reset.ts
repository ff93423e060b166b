// Back to the beginning: images, results, cache and progress are gone.

import { useMarks } from './preview/marks-store'
import { namesCache } from './process/names-cache'
import { cancelProcessing } from './process/processing'
import { useResults } from './results/results-store'
import { EVERYTHING } from './results/view'
import { useView } from './results/view-store'
import { clear } from './upload/use-upload'

export function resetTool(): void {
  cancelProcessing()
  namesCache.clear()
  useResults.getState().clear()
  useMarks.getState().reset()
  useView.getState().look(EVERYTHING)
  clear()
}
