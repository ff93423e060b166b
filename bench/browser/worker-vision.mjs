// Names photos with engine.wasm (the reduced copy) and the module of the naming model that the web app would take (its words);
// the time is that of both together.
import { openModule, openVision } from './module.mjs'

const bytesOf = async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer())

async function load() {
  const start = performance.now()
  const [engine, vision] = await Promise.all([openModule('engine'), openVision()])
  const { value: loops } = vision.call({ op: 'loadModel' }, [await bytesOf('/assets/models/nomina-vision.bin')])
  vision.call({ op: 'loadReader' }, [await bytesOf('/assets/models/nomina-text.bin')])
  return { engine, vision, loops, loadMs: performance.now() - start }
}

const loaded = load()
let isBest = false

/** Best names from here on. */
async function loadBest({ vision }) {
  vision.call({ op: 'loadBest' }, [await bytesOf('/assets/models/nomina-best.bin')])
  isBest = true
}

async function nameAll({ photos, best }) {
  const { engine, vision, loops, loadMs } = await loaded
  if (best && !isBest) await loadBest({ vision })
  const times = []
  for (const photo of photos) {
    const picture = await bytesOf(`/photos/${photo}`)
    const before = performance.now()
    const reduced = engine.call({ op: 'modelInput' }, [picture])
    vision.call({ op: 'describe' }, [reduced.bytes])
    times.push(performance.now() - before)
  }
  return { times, loops, loadMs, memoryBytes: vision.memoryBytes() }
}

self.onmessage = async ({ data }) => {
  self.postMessage(await nameAll(data).catch((error) => ({ error: String(error) })))
}
