// A proxy in front of the real server that spoils responses in the order of a list: each request takes the next fault.
import { createServer } from 'node:http'

const FAULTS = {
  /** The headers promise the whole body, and the connection ends in the middle of it. */
  cut: (response, whole) => {
    response.writeHead(whole.status, { ...whole.headers, 'content-length': whole.body.length })
    response.write(whole.body.subarray(0, Math.floor(whole.body.length / 2)), () => setTimeout(() => response.destroy(), 50))
  },
  /** The body ends too early, and the headers agree with what is left. */
  short: (response, whole) => response.writeHead(whole.status, { ...whole.headers, connection: 'close' }).end(whole.body.subarray(0, 20)),
  busy: (response) => response.writeHead(429, { 'content-type': 'text/html', 'retry-after': '1' }).end('<h1>Too many</h1>'),
  full: (response) => response.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '3600' }).end(
    JSON.stringify({ type: '/problems/limit', title: 'The allowance is used up.', status: 429, code: 'limit_reached' }),
  ),
  large: (response) => response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413</h1>'),
  page: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
}

/** Requests whose address matches `where` take `faults` from the front; `seen` lists all requests as they came. */
export async function faultyProxy(base) {
  const proxy = { faults: [], where: /./, seen: [] }
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    proxy.seen.push({ method: request.method, url: request.url, key: request.headers['idempotency-key'] })
    const { host, connection, 'content-length': length, ...headers } = request.headers
    const body = chunks.length ? Buffer.concat(chunks) : undefined
    const answer = await fetch(base + request.url, { method: request.method, headers: { ...headers, 'accept-encoding': 'identity' }, body })
    const kept = Object.fromEntries([...answer.headers].filter(([name]) => !['connection', 'transfer-encoding', 'content-length'].includes(name)))
    const whole = { status: answer.status, headers: kept, body: Buffer.from(await answer.arrayBuffer()) }
    const fault = proxy.where.test(request.url) && proxy.faults.shift()
    if (fault) FAULTS[fault](response, whole)
    else response.writeHead(whole.status, { ...whole.headers, 'content-length': whole.body.length }).end(whole.body)
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  proxy.url = `http://127.0.0.1:${server.address().port}`
  proxy.stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return proxy
}
