// From a pointer on a tile to X and Y in percent. The image is shown whole inside its box, so there can be bars
// at two sides; a pointer on a bar counts as the nearest edge.

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export function positionAt(pointer: { x: number; y: number }, box: Box, image: { width: number; height: number }) {
  const scale = Math.min(box.width / image.width, box.height / image.height)
  const shown = { width: image.width * scale, height: image.height * scale }
  return {
    x: percent(pointer.x - box.left - (box.width - shown.width) / 2, shown.width),
    y: percent(pointer.y - box.top - (box.height - shown.height) / 2, shown.height),
  }
}

function percent(distance: number, length: number): number {
  return Math.round(Math.min(100, Math.max(0, (distance / length) * 100)))
}
