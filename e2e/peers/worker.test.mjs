// `nomina worker` beside and without servers: it ends what others left, also when they are killed in the middle of an image, and
// stops cleanly when told to.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { reached } from '../until.mjs'
import { postgresFolder, Replica, startPostgres } from './cluster.mjs'
import { colours, picture } from './naming.mjs'
import { lacking } from './needs.mjs'
import { freePort, nominaBinary, start, startNomina } from './peers.mjs'
import { Batches, keyOf } from './programs.mjs'

const RECIPE = JSON.stringify({ keepNames: true, convertFormat: true, outputFormat: 'jpeg' })

function batchOf(pictures, addresses = []) {
  const form = new FormData()
  pictures.forEach((bytes, n) => form.append('image', new Blob([bytes]), `photo ${n}.png`))
  for (const address of addresses) form.append('url', address)
  form.append('recipe', RECIPE)
  return form
}

/** A worker, once it says that it works; `kill` is kill -9. */
async function startWorker(t, env) {
  const child = spawn(nominaBinary(), ['worker'], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((over) => child.once('exit', over))
  const kill = () => (child.kill('SIGKILL'), ended)
  t.after(kill)
  const said = await new Promise((heard) => child.stdout.once('data', heard))
  assert.match(String(said), /works on the queue, 1 images at once/)
  return { kill, ended, stop: () => child.kill('SIGTERM') }
}

test('a worker ends what a stopped server left, and stops when it is told to', { timeout: 300_000 }, async (t) => {
  const settings = { AI_PROVIDER: 'none', PROCESS_PLACES: '1' }
  const nomina = await startNomina(settings)
  t.after(nomina.stop)
  const key = await keyOf(nomina)
  const id = await new Batches(nomina.base, key).send(batchOf(Array.from({ length: 30 }, picture)))
  process.kill(nomina.pid, 'SIGTERM')
  await nomina.ended
  const env = { ...settings, DATA_DIR: nomina.data }
  const worker = await startWorker(t, env)
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  // It tells how the batch stands, and helps: two that work on one queue are what is looked at here.
  const server = await start(nominaBinary(), ['serve'], { env: { ...env, LISTEN: `127.0.0.1:${port}` }, cwd: nomina.data, url: `${base}/healthz` })
  t.after(server.stop)
  const batch = await new Batches(base, key).ended(id)
  assert.deepEqual([batch.status, batch.processedCount], ['completed', 30])
  assert.deepEqual([batch.pictures[0].name, batch.pictures[29].name], ['photo 0.jpg', 'photo 29.jpg'])
  worker.stop()
  assert.equal(await worker.ended, 0)
})

/** A host of images. Until it is open, whoever asks is kept waiting: in the middle of an image. */
async function startHost(t) {
  const waiting = new Set()
  let bytes = null
  const server = createServer((_, answer) => {
    if (bytes) return answer.end(bytes)
    waiting.add(answer)
    answer.once('close', () => waiting.delete(answer))
  })
  const port = await freePort()
  await new Promise((ready) => server.listen(port, '127.0.0.1', ready))
  t.after(() => { server.closeAllConnections(); server.close() })
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    holds: () => waiting.size > 0,
    open: (picture) => { bytes = picture; for (const answer of waiting) answer.end(bytes) },
    close: () => { bytes = null },
  }
}

test('a killed worker\'s images are taken over, and one that kills every worker fails alone', { skip: lacking({ postgres: postgresFolder() }), timeout: 600_000 }, async (t) => {
  const postgres = await startPostgres()
  t.after(postgres.stop)
  const shared = { DATABASE_URL: postgres.database('workers'), AUTH_SECRET: 'the same everywhere', AI_PROVIDER: 'none', PROCESS_PLACES: '1', TASK_LEASE: '5', FETCH_HOSTS: '127.0.0.1', ALLOW_PRIVATE_ADDRESSES: 'on' }
  // The server only takes and tells: the workers do everything, in its folder.
  const server = await Replica.start({ ...shared, BATCH_WORK: 'off' })
  t.after(() => server.stop())
  const key = await keyOf({ base: server.base, data: shared.DATABASE_URL })
  const batches = new Batches(server.base, key)
  const host = await startHost(t)
  const next = () => startWorker(t, { ...shared, DATA_DIR: server.data })
  const pictures = Array.from({ length: 6 }, (_, n) => colours(40 + n, 30))
  const slow = () => batchOf(pictures, [host.url('slow.png')])

  const first = await next()
  const taken = await batches.send(slow())
  await reached('the first is in the middle of a picture', host.holds)
  const second = await next()
  await reached('all others are done', async () => (await batches.look(taken)).processedCount === 6)
  await first.kill()
  host.open(pictures[0])
  assert.equal((await batches.ended(taken)).status, 'completed')
  const alone = await batches.send(slow())
  assert.equal((await batches.ended(alone)).status, 'completed')
  const zip = await batches.zip(taken)
  assert.ok(zip.length > 1000 && zip.equals(await batches.zip(alone)), 'the same bytes')

  host.close()
  const poisoned = await batches.send(batchOf(pictures.slice(0, 2), [host.url('poison.png')]))
  const goesOn = async () => (await batches.look(poisoned)).status === 'processing'
  let victim = second
  let killed = 0
  for (; await reached('it is tried or given up', async () => host.holds() || !(await goesOn())) && (await goesOn()); killed++) {
    await victim.kill()
    await reached('its question is gone', () => !host.holds())
    victim = await next()
  }
  assert.ok(killed > 0 && killed <= 3, `${killed} workers were killed`)
  const { status, pictures: ends } = await batches.look(poisoned)
  assert.deepEqual([status, ...ends.map((one) => one.status)], ['completed', 'done', 'done', 'failed'])
  assert.equal(ends[2].error, 'This image could not be processed.')
})
