// Told to stop with a hundred open streams of events: they end, and the server does, well before it would be killed.
import assert from 'node:assert/strict'
import { Replica } from '../e2e/peers/cluster.mjs'
import { streams as open, token } from '../e2e/peers/load.mjs'

export async function streams(after) {
  const server = await Replica.start({ EVENT_STREAMS: '100' })
  after(() => server.stop())
  const all = await open(server.base, await token(server.base), 100)
  const took = await server.down()
  await Promise.all(all.map((stream) => stream.ended))
  assert.ok(took < 25_000, `it took ${Math.round(took)} ms`)
  return { figure: `100 streams ended, stopped after ${Math.round(took)} ms` }
}
