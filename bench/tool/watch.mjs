// What is watched while a page works: long tasks of the main thread, the JS heap, the workers' wasm memory, and the memory
// of the browser's processes as the system counts it.
import { readdirSync, readFileSync } from 'node:fs'

const EVERY_MS = 250

/** Runs in the page before anything else. */
export function watchInPage() {
  globalThis.watched = { long: [], frames: [], calls: [], workerBytes: 0 }
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watched.long.push({ at: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  // Long frames tell which script it was; not every Chromium has them.
  if (PerformanceObserver.supportedEntryTypes.includes('long-animation-frame')) {
    new PerformanceObserver((list) => {
      for (const frame of list.getEntries()) {
        const scripts = frame.scripts.map(({ invoker, sourceURL, sourceFunctionName, duration }) => ({
          ms: Math.round(duration),
          who: `${invoker} ${sourceFunctionName} ${sourceURL.split('/').at(-1)}`,
        }))
        watched.frames.push({ at: frame.startTime, ms: frame.duration, blocking: frame.blockingDuration, scripts })
      }
    }).observe({ type: 'long-animation-frame', buffered: true })
  }
  // An image worker has one call at a time, and its answer says how large its memory is.
  globalThis.Worker = class extends Worker {
    #call
    constructor(...args) {
      super(...args)
      this.addEventListener('message', ({ data }) => {
        watched.workerBytes = Math.max(watched.workerBytes, data?.memoryBytes ?? 0)
        if (this.#call) watched.calls.push({ ...this.#call, ms: performance.now() - this.#call.at })
        this.#call = undefined
      })
    }
    postMessage(message, ...rest) {
      if (message?.kind === 'call') this.#call = { op: message.request.op, at: performance.now() }
      super.postMessage(message, ...rest)
    }
  }
}

/** Samples the heap and the processes until stopped; gives the peaks. */
export async function sampler(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const peak = { heapBytes: 0, pageBytes: 0, browserBytes: 0 }
  let going = true
  const loop = (async () => {
    while (going) {
      const { metrics } = await session.send('Performance.getMetrics').catch(() => ({ metrics: [] }))
      const heap = metrics.find((one) => one.name === 'JSHeapUsedSize')?.value ?? 0
      const { largest, sum } = memoryOf()
      peak.heapBytes = Math.max(peak.heapBytes, heap)
      peak.pageBytes = Math.max(peak.pageBytes, largest)
      peak.browserBytes = Math.max(peak.browserBytes, sum)
      await new Promise((done) => setTimeout(done, EVERY_MS))
    }
  })()
  return async () => {
    going = false
    await loop
    await session.detach().catch(() => undefined)
    return peak
  }
}

/** Anonymous and shared memory of the browser that this program has started: the largest page's, and of all its processes. */
function memoryOf() {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap(statusOf)
  const family = new Set([process.pid])
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid)
  }
  const own = processes.filter(({ pid, command }) => family.has(pid) && command.includes('chrom'))
  const pages = own.filter(({ command }) => command.includes('--type=renderer')).map(({ bytes }) => bytes)
  return { largest: Math.max(0, ...pages), sum: own.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function statusOf(name) {
  try {
    const status = readFileSync(`/proc/${name}/status`, 'utf8')
    const number = (field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
    return [{ pid: Number(name), parent: number('PPid'), bytes: 1024 * (number('RssAnon') + number('RssShmem')), command }]
  } catch {
    return []
  }
}
