// The browser's own way: createImageBitmap, OffscreenCanvas, convertToBlob.

self.onmessage = async ({ data: { file, job } }) => {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, job.box[0] / bitmap.width, job.box[1] / bitmap.height)
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)))
    const canvas = new OffscreenCanvas(width, height)
    const draw = canvas.getContext('2d')
    draw.imageSmoothingQuality = 'high'
    draw.drawImage(bitmap, 0, 0, width, height)
    bitmap.close()
    draw.font = `${job.textSize}px sans-serif`
    draw.textAlign = 'right'
    draw.textBaseline = 'bottom'
    draw.globalAlpha = 0.7
    draw.lineWidth = 4
    draw.strokeStyle = 'rgba(0, 0, 0, 0.5)'
    draw.fillStyle = 'white'
    draw.strokeText(job.text, width - 20, height - 20)
    draw.fillText(job.text, width - 20, height - 20)
    self.postMessage({ blob: await canvas.convertToBlob({ type: 'image/webp', quality: job.quality }) })
  } catch (error) {
    self.postMessage({ error: String(error) })
  }
}
