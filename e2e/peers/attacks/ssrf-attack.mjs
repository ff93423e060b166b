// The attack itself, in a network of its own: a program's batches name hosts that lead into private networks, as images and as webhooks.
// Prints what was refused, and every address that was contacted.
import { createServer } from 'node:http'
import { reached } from '../../until.mjs'
import { picture } from '../naming.mjs'
import { freePort, startNomina } from '../peers.mjs'
import { Batches, keyOf } from '../programs.mjs'
import { startDns } from './dns.mjs'
import { ROWS, ZONE, zone } from './hostile-names.mjs'

const SPELLINGS = [
  ...['127.0.0.1', '2130706433', '0x7f.1', '017700000001', '127.1', '0', '①②⑦.⓪.⓪.①', '127。0。0。1'],
  ...['[::1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2606:2800::5efe:7f00:1]', '[3fff::1]'],
  ...['localhost', 'LOCALHOST.', 'x.localhost'],
]

/** Listens on every address there is, and notes which one was contacted. Public hosts hold an image, and send some visitors elsewhere. */
async function startListeners(port, bytes) {
  const contacts = []
  const told = []
  const server = createServer((request, answer) => {
    const { pathname, searchParams } = new URL(request.url, 'http://x')
    // A connection that is kept would be used again without asking for the name.
    answer.setHeader('connection', 'close')
    if (pathname === '/away') return answer.writeHead(Number(searchParams.get('status')), { location: searchParams.get('to') }).end()
    if (request.method === 'POST') told.push(request.headers.host)
    answer.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
  })
  server.on('connection', (socket) => contacts.push(socket.localAddress.replace(/^::ffff:(?=\d+\.)/, '')))
  await new Promise((ready) => server.listen(port, '::', ready))
  return { contacts, told, stop: () => { server.closeAllConnections(); server.close() } }
}

function batchOf(url, webhookUrl) {
  const form = new FormData()
  form.append('url', url)
  if (webhookUrl) form.append('webhookUrl', webhookUrl)
  form.append('recipe', JSON.stringify({ keepNames: true }))
  return form
}

class Attack {
  constructor(nomina, key, port, listeners) {
    this.log = nomina.log
    this.batches = new Batches(nomina.base, key)
    this.port = port
    this.listeners = listeners
  }

  at(label, path = 'a.png') {
    return `http://${label}.${ZONE}:${this.port}/${path}`
  }

  /** What became of the one image of a batch. */
  async picture(url, webhookUrl) {
    const batch = await this.batches.ended(await this.batches.send(batchOf(url, webhookUrl)))
    return batch.pictures[0]
  }

  /** What the log says about webhooks that were not taken, each at its first try. */
  hookFailures() {
    return this.log().split('\n').filter((line) => line.includes('a task failed') && /\bwebhook\b.*\battempts\W+1\b/.test(line))
  }

  /** Waits until so many webhooks more have been tried, whether they arrived or not. */
  async hooksTried(count, work) {
    const tried = () => this.hookFailures().length + this.listeners.told.length
    const before = tried()
    const result = await work()
    await reached('the webhooks were tried', () => tried() >= before + count)
    return result
  }

  rows() {
    return this.hooksTried(ROWS.length, async () => {
      const found = []
      for (const { label, what } of ROWS) found.push({ what, ...(await this.picture(this.at(label), this.at(`hook-${label}`))) })
      return found
    })
  }

  async redirects() {
    const found = []
    for (const status of [301, 302, 303, 307, 308]) {
      const away = this.at('public', `away?status=${status}&to=${encodeURIComponent(`http://127.0.0.1:${this.port}/secret`)}`)
      found.push(await this.hooksTried(1, () => this.picture(away, away)))
    }
    return found
  }

  async rebinding() {
    const once = () => this.hooksTried(1, () => this.picture(this.at('rebind'), this.at('hook-rebind')))
    return [await once(), await once()]
  }

  async spellings() {
    const found = []
    for (const host of SPELLINGS) {
      for (const form of [batchOf(`http://${host}:${this.port}/`), batchOf(this.at('public'), `http://${host}:${this.port}/`)]) {
        found.push({ host, refusal: await this.batches.send(form).then(() => 'taken', ({ message }) => message) })
      }
    }
    return found
  }
}

const port = await freePort()
const dns = await startDns(zone)
const listeners = await startListeners(port, picture())
// A proxy that is set for other programs would be a door to everything: it is one of the listeners.
const proxy = `http://127.0.0.1:${port}`
const nomina = await startNomina({ AI_PROVIDER: 'none', RATE_FACTOR: '1000', FETCH_HOSTS: '*', HTTP_PROXY: proxy, http_proxy: proxy, ALL_PROXY: proxy })
try {
  const attack = new Attack(nomina, await keyOf(nomina), port, listeners)
  const refused = await attack.rows()
  const failures = attack.hookFailures()
  const [redirects, rebound, spelled] = [await attack.redirects(), await attack.rebinding(), await attack.spellings()]
  const single = await attack.picture(`http://${ROWS[0].label}:${port}/a.png`)
  const control = await attack.hooksTried(1, () => attack.picture(attack.at('public'), attack.at('public')))
  console.log(JSON.stringify({ refused, failures, redirects, rebound, spelled, single, control, ...listeners }))
} finally {
  nomina.stop()
  dns.stop()
  listeners.stop()
}
