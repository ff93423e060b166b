// The page of the plain pipeline: as many workers as our pool has, each with one image at a time.

globalThis.run = async (job) => {
  const files = [...document.querySelector('input').files]
  const outputs = []
  globalThis.outputs = outputs
  let next = 0
  const from = performance.now()
  const lane = async () => {
    const worker = new Worker('canvas-worker.mjs', { type: 'module' })
    while (next < files.length) {
      const at = next++
      outputs[at] = await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => (data.error ? reject(new Error(`${files[at].name}: ${data.error}`)) : resolve(data.blob))
        worker.postMessage({ file: files[at], job })
      })
    }
    worker.terminate()
  }
  await Promise.all(Array.from({ length: Math.max(1, navigator.hardwareConcurrency - 1) }, lane))
  return { ms: performance.now() - from, bytes: outputs.map((blob) => blob.size) }
}

globalThis.output = (at) =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1))
    reader.readAsDataURL(outputs[at])
  })
