// `nomina worker` on the database of a server that has stopped: it ends the batch that was left, and stops cleanly when told to.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { picture } from './naming.mjs'
import { freePort, nominaBinary, start, startNomina } from './peers.mjs'
import { keyOf } from './programs.mjs'

async function sendBatch(base, key) {
  const form = new FormData()
  for (let n = 0; n < 30; n++) form.append('image', new Blob([picture()]), `photo ${n}.png`)
  form.append('recipe', JSON.stringify({ keepNames: true, convertFormat: true, outputFormat: 'jpeg' }))
  const answer = await fetch(`${base}/api/v1/batches/process`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: form })
  assert.equal(answer.status, 202)
  return (await answer.json()).id
}

test('a worker ends what a stopped server left, and stops when it is told to', { timeout: 300_000 }, async (t) => {
  const settings = { AI_PROVIDER: 'none', PROCESS_PLACES: '1' }
  const nomina = await startNomina(settings)
  t.after(nomina.stop)
  const key = await keyOf(nomina)
  const id = await sendBatch(nomina.base, key)
  process.kill(nomina.pid, 'SIGTERM')
  await nomina.ended
  const env = { ...process.env, ...settings, DATA_DIR: nomina.data }
  const worker = spawn(nominaBinary(), ['worker'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => worker.kill('SIGKILL'))
  const said = await new Promise((heard) => worker.stdout.once('data', heard))
  assert.match(String(said), /works on the queue, 1 pictures at once/)
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  // It tells how the batch stands, and helps: two that work on one queue are what is looked at here.
  const server = await start(nominaBinary(), ['serve'], { env: { ...env, LISTEN: `127.0.0.1:${port}` }, cwd: nomina.data, url: `${base}/healthz` })
  t.after(server.stop)
  const headers = { authorization: `Bearer ${key}` }
  let batch
  do {
    await new Promise((wait) => setTimeout(wait, 300))
    batch = await (await fetch(`${base}/api/v1/batches/process/${id}`, { headers })).json()
  } while (batch.status === 'processing')
  assert.deepEqual([batch.status, batch.processedCount], ['completed', 30])
  assert.deepEqual([batch.pictures[0].name, batch.pictures[29].name], ['photo 0.jpg', 'photo 29.jpg'])
  worker.kill('SIGTERM')
  const code = await new Promise((ended) => worker.once('exit', ended))
  assert.equal(code, 0)
})
