// Somebody with the professional plan and a key, on a running server, and the batches that they send.
import { accessToken, newPerson } from '../account.mjs'
import { reached } from '../until.mjs'

/** A key with every scope. */
export async function keyOf(nomina) {
  return (await accessOf(nomina)).key
}

/** A session's token, and a key with every scope. `data` is a data folder, or the address of a PostgreSQL database. */
export async function accessOf({ base, data }) {
  const token = await accessToken(base, await newPerson(base, data, 'professional'))
  const answer = await fetch(`${base}/api/v1/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Test', scopes: ['name', 'process', 'read'] }),
  })
  const made = await answer.json()
  if (answer.status !== 201) throw new Error(JSON.stringify(made))
  return { token, key: made.secret }
}

/** What a program asks about its batches. */
export class Batches {
  constructor(base, key) {
    this.place = `${base}/api/v1/batches/process`
    this.headers = { authorization: `Bearer ${key}` }
  }

  /** Sends a form and gives the id of the batch. */
  async send(form) {
    const answer = await fetch(this.place, { method: 'POST', headers: this.headers, body: form })
    if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
    return (await answer.json()).id
  }

  async look(id) {
    return (await fetch(`${this.place}/${id}`, { headers: this.headers })).json()
  }

  /** How it stands when it is over. */
  async ended(id) {
    return reached('the end of the batch', async () => {
      const batch = await this.look(id)
      return batch.status !== 'processing' && batch
    })
  }

  async zip(id) {
    return Buffer.from(await (await fetch(`${this.place}/${id}/result`, { headers: this.headers })).arrayBuffer())
  }
}
