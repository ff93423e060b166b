// A larger installation for the browser tests: PostgreSQL, an S3 and several servers, with haproxy at the address that people type. Every
// request goes to the next server, so that nothing may be kept by one of them.
import { postgresFolder, Replica, startHaproxy, startPostgres, startS3 } from './peers/cluster.mjs'
import { program } from './peers/needs.mjs'
import { freePort, missingPeers } from './peers/peers.mjs'

/** @param {number} count @param {Record<string, string>} settings */
export async function startReplicas(count, settings) {
  const missing = Object.entries({ postgres: postgresFolder(), haproxy: program('haproxy'), s3rver: !missingPeers() }).filter(([, there]) => !there)
  if (missing.length) throw new Error(`Not on this machine: ${missing.map(([name]) => name).join(', ')}`)
  const stops = []
  const stop = async () => {
    for (const one of stops.reverse()) await one()
  }
  try {
    const postgres = await startPostgres()
    stops.push(postgres.stop)
    const s3 = await startS3()
    stops.push(s3.stop)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const database = postgres.database('browsers')
    const shared = { ...s3.settings, ...settings, DATABASE_URL: database, AUTH_SECRET: 'the same everywhere', PUBLIC_URL: url }
    const replicas = await Promise.all(Array.from({ length: count }, () => Replica.start(shared)))
    for (const replica of replicas) stops.push(() => replica.stop())
    stops.push((await startHaproxy(replicas, port)).stop)
    return { url, database, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
