// People at work while something happens to the servers: every write that was acknowledged is remembered, every request
// that failed is written down.
import { accessToken, newMember, newPerson } from '../account.mjs'

/** Somebody signed in; tokens hold at every replica. */
export async function token(base) {
  return accessToken(base, await newMember(base))
}

/** Somebody signed in who has a plan. */
export async function tokenOf({ base, data }, tier) {
  return accessToken(base, await newPerson(base, data, tier))
}

export function asker(base, bearer) {
  return (method, path, body) =>
    fetch(`${base}${path}`, { method, headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }, body: body && JSON.stringify(body) })
}

/** `people` loops that save batches and read them back until `stop` is called. */
export function work(base, bearer, people = 4) {
  const ask = asker(base, bearer)
  const done = { acknowledged: [], failed: [], answered: 0 }
  let going = true
  const one = async (person) => {
    for (let turn = 0; going; turn++) {
      const batchName = `batch ${person}-${turn}`
      try {
        const made = await ask('POST', '/api/v1/batches', { batchName, fileCount: 1, processedCount: 1 })
        const body = await made.json()
        if (made.status === 201) done.acknowledged.push(body.id)
        else done.failed.push(`POST ${made.status} ${body.code}`)
        const read = await ask('GET', '/api/v1/batches?limit=5')
        await read.arrayBuffer()
        if (read.status !== 200) done.failed.push(`GET ${read.status}`)
        done.answered += 2
      } catch (error) {
        done.failed.push(String(error.cause?.code ?? error))
        await new Promise((wait) => setTimeout(wait, 20))
      }
    }
  }
  const all = Promise.all(Array.from({ length: people }, (_, person) => one(person)))
  return { done, stop: async () => { going = false; await all; return done } }
}

/** Which acknowledged batches are not there. */
export async function lost(base, bearer, ids) {
  const ask = asker(base, bearer)
  const missing = []
  for (const id of ids) {
    const answer = await ask('GET', `/api/v1/batches/${id}`)
    await answer.arrayBuffer()
    if (answer.status !== 200) missing.push(id)
  }
  return missing
}

/** Opens streams of events. Each tells what it hears, and when it ends. */
export async function streams(base, bearer, count) {
  const open = Array.from({ length: count }, async () => {
    const answer = await fetch(`${base}/api/v1/events`, { headers: { authorization: `Bearer ${bearer}` } })
    if (answer.status !== 200) throw new Error(`a stream was answered ${answer.status}`)
    const stream = { text: '', over: false }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    stream.ended = (async () => {
      try {
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) stream.text += piece.value
      } catch {
        // Cut off is also an end.
      }
      stream.over = true
    })()
    stream.close = () => reader.cancel().catch(() => {})
    return stream
  })
  return Promise.all(open)
}
