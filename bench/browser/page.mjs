// Fetches the image, hands a copy to the wanted worker and gives back its time and, when asked, its result.

const workers = new Map()
const files = new Map()

/** A worker that has loaded its modules: a message before that would be lost. */
function open(name) {
  const worker = new Worker(`worker-${name}.mjs`, { type: 'module' })
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(`${name} did not start: ${event.message ?? 'a file is missing'}`))
    worker.onmessage = () => resolve(worker)
  })
}

async function bytesOf(path) {
  if (!files.has(path)) files.set(path, await (await fetch(path)).arrayBuffer())
  return files.get(path).slice(0)
}

function answer(worker, message, transfer) {
  return new Promise((resolve) => {
    worker.onmessage = (event) => resolve(event.data)
    worker.postMessage(message, transfer)
  })
}

globalThis.run = async ({ worker: name, spec, kind, picture, size, fonts, wanted }) => {
  if (spec.fresh) workers.delete(name)
  if (!workers.has(name)) workers.set(name, await open(name))
  const bytes = await bytesOf(picture)
  const extra = await Promise.all(fonts.map(bytesOf))
  const done = await answer(workers.get(name), { spec, kind, bytes, size, fonts: extra }, [bytes, ...extra])
  const base64 = wanted && done.bytes ? await encoded(done.bytes) : undefined
  return { ms: done.ms, error: done.error, memoryBytes: done.memoryBytes, base64 }
}

function encoded(bytes) {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1))
    reader.readAsDataURL(new Blob([bytes]))
  })
}
