// Looking closer: how far an image is magnified and which part of it is seen. Pure; distances are pixels of the stage, from its
// middle.

export interface Zoom {
  /** 1 fits the image into the stage. */
  scale: number
  x: number
  y: number
}

export interface Box {
  width: number
  height: number
}

export const FIT: Zoom = { scale: 1, x: 0, y: 0 }
export const MOST = 16

/** Magnified so that what is under `at` stays under it. */
export function zoomedAt({ scale, x, y }: Zoom, by: number, at: { x: number; y: number }, stage: Box): Zoom {
  const next = Math.min(MOST, Math.max(1, scale * by))
  const grown = next / scale
  return inside({ scale: next, x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown }, stage)
}

export function moved(zoom: Zoom, by: { x: number; y: number }, stage: Box): Zoom {
  return inside({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, stage)
}

/** Never so far that the stage is empty. */
function inside({ scale, x, y }: Zoom, { width, height }: Box): Zoom {
  const limit = (value: number, most: number) => Math.min(most, Math.max(-most, value)) || 0
  return { scale, x: limit(x, ((scale - 1) * width) / 2), y: limit(y, ((scale - 1) * height) / 2) }
}

/** How many of the image's own pixels fall on one of the stage when it fits. */
export function fitOf(image: Box, stage: Box): number {
  if (image.width === 0 || image.height === 0) return 1
  return Math.min(stage.width / image.width, stage.height / image.height)
}
