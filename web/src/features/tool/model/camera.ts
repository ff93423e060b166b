// The camera that took an image, as names and lists write it.
import type { BatchImage } from './image'

/** Make and model in one, without the make twice ("Canon" + "Canon EOS R6"). */
export function cameraOf({ inspection: { cameraMake, cameraModel } }: Pick<BatchImage, 'inspection'>): string | null {
  if (!cameraMake || !cameraModel) return cameraModel ?? cameraMake
  return cameraModel.toLowerCase().startsWith(cameraMake.toLowerCase()) ? cameraModel : `${cameraMake} ${cameraModel}`
}
