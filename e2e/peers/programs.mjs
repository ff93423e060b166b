// Somebody with the professional plan and a key, on a running server, and the batches that they send.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { reached } from '../until.mjs'
import { Browser, until } from './peers.mjs'

const EMAIL = 'program@example.org'

async function signedIn(base) {
  const browser = new Browser()
  await browser.json(`${base}/api/v1/auth/signup`, { email: EMAIL, password: 'correct horse', fullName: 'Ada' })
  const token = await until(async () => {
    const mails = await (await browser.go(`${base}/api/v1/dev/emails?to=${EMAIL}`)).json()
    return /token=([\w-]+)/.exec(JSON.stringify(mails))?.[1]
  })
  if (!token) throw new Error('no mail came')
  const answer = await browser.json(`${base}/api/v1/auth/confirm`, { token })
  return (await answer.json()).accessToken
}

const PROMOTE = "UPDATE users SET subscription_tier='professional'"

/** As a payment would: Python's own SQLite changes the row. */
function promote(data) {
  const file = readdirSync(data).find((name) => /\.(db|sqlite3?)$/.test(name))
  const script = `import sqlite3,sys; c=sqlite3.connect(sys.argv[1],timeout=30); c.execute(sys.argv[2]); c.commit()`
  const done = spawnSync('python3', ['-c', script, join(data, file), PROMOTE])
  if (done.status !== 0) throw new Error(String(done.stderr))
}

/** A key with every scope. */
export async function keyOf(nomina) {
  return (await accessOf(nomina)).key
}

/** A session's token, and a key with every scope. A server on another database says how it is asked. */
export async function accessOf({ base, data, ask }) {
  const token = await signedIn(base)
  if (ask) ask(PROMOTE)
  else promote(data)
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
