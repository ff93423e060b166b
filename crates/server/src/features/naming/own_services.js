// Sends requests of the page to one naming service. The policy that comes with this file names the service's host and nothing
// else, so a request to another host fails here. The page makes the requests and reads the answers.

const MOST_BYTES = 256 * 1024
const underWay = new Map()

self.onmessage = ({ data }) => {
  if (data.stop) underWay.get(data.id)?.abort()
  else void send(data)
}

async function send({ id, url, headers, body, timeOutMs }) {
  const stop = new AbortController()
  underWay.set(id, stop)
  let late = false
  const timer = setTimeout(() => {
    late = true
    stop.abort()
  }, timeOutMs)
  try {
    // No cookies, no address of our page, no other host by a redirect.
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: stop.signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      cache: 'no-store',
    })
    const bytes = await read(answer)
    const retryAfter = Number(answer.headers.get('retry-after'))
    self.postMessage({ id, status: answer.status, retryAfter, bytes }, [bytes.buffer])
  } catch {
    self.postMessage({ id, failed: late ? 'late' : 'unreachable' })
  } finally {
    clearTimeout(timer)
    underWay.delete(id)
  }
}

/** An answer is a few words; what is longer is cut, and is then no answer. */
async function read(answer) {
  const parts = []
  let size = 0
  const reader = answer.body.getReader()
  for (let part = await reader.read(); !part.done && size < MOST_BYTES; part = await reader.read()) {
    parts.push(part.value)
    size += part.value.length
  }
  await reader.cancel()
  return new Uint8Array(await new Blob(parts).arrayBuffer()).slice(0, MOST_BYTES)
}
