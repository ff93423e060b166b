// Bodies that never end: more connections than the server serves at once send a request's head and then a byte now and then. Nobody
// else may notice.
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { accessToken, newMember } from '../../account.mjs'
import { startNomina } from '../peers.mjs'

/** More than MAX_CONCURRENCY, which is 512. */
const CONNECTIONS = 600
const ROUNDS = 10
const NEIGHBOUR = '127.0.0.2'

const HEADS = {
  'pictures to name': ['/api/v1/ai/suggest-name', 'multipart/form-data; boundary=x'],
  'sign-ins': ['/api/v1/auth/login', 'application/json'],
  'ZIPs to store': ['/server/api/store-zip', 'multipart/form-data; boundary=x'],
}

/** Opens the connections; each has sent its head and the first byte of its body. */
async function openSlow(port, [path, type], token, addressOf) {
  const credentials = token ? `Authorization: Bearer ${token}\r\n` : ''
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${credentials}Content-Type: ${type}\r\nContent-Length: 100000\r\n\r\n-`
  const sockets = Array.from({ length: CONNECTIONS }, (_, n) => connect({ port, host: '127.0.0.1', localAddress: addressOf(n) }))
  // The server may end them; that is its right.
  for (const socket of sockets) socket.on('error', () => {})
  await Promise.all(sockets.map((socket) => new Promise((sent) => {
    socket.once('close', sent)
    socket.once('connect', () => socket.write(head, sent))
  })))
  return { drip: () => sockets.forEach((socket) => socket.writable && socket.write('-')), close: () => sockets.forEach((socket) => socket.destroy()) }
}

/** The status that a visitor at an address gets, on a connection of their own. */
function statusAt(base, path, localAddress) {
  return new Promise((answered, failed) => {
    get(`${base}${path}`, { localAddress, agent: false }, (answer) => {
      answer.resume()
      answered(answer.statusCode)
    }).on('error', failed)
  })
}

/** Every answer that was not 200, over some rounds in which the bodies drip on. */
async function disturbances(base, slow, visits) {
  const found = []
  for (let round = 0; round < ROUNDS; round += 1) {
    slow.drip()
    for (const [path, from] of visits) {
      const status = await statusAt(base, path, from)
      if (status !== 200) found.push(`${path} from ${from}: ${status}`)
    }
  }
  return found
}

const HEALTH = [['/healthz', '127.0.0.1'], ['/readyz', '127.0.0.1'], ['/healthz', NEIGHBOUR], ['/readyz', NEIGHBOUR]]
const PAGES = [['/api/v1/plans', NEIGHBOUR], ['/api/v1/usage', NEIGHBOUR], ['/', NEIGHBOUR]]

for (const [what, head] of Object.entries(HEADS)) {
  test(`${CONNECTIONS} slow ${what} of one visitor stop nobody else`, { timeout: 120_000 }, async (t) => {
    const nomina = await startNomina({ AI_PROVIDER: 'none' })
    t.after(nomina.stop)
    const token = await accessToken(nomina.base, await newMember(nomina.base))
    const slow = await openSlow(Number(new URL(nomina.base).port), head, token, () => '127.0.0.1')
    t.after(slow.close)
    assert.deepEqual(await disturbances(nomina.base, slow, [...HEALTH, ...PAGES]), [])
  })
}

test('slow bodies from six hundred addresses leave the health checks alone', { timeout: 120_000 }, async (t) => {
  const nomina = await startNomina({ AI_PROVIDER: 'none' })
  t.after(nomina.stop)
  const slow = await openSlow(Number(new URL(nomina.base).port), HEADS['pictures to name'], null, (n) => `127.1.${n >> 8}.${n & 255}`)
  t.after(slow.close)
  assert.deepEqual(await disturbances(nomina.base, slow, HEALTH), [])
})
