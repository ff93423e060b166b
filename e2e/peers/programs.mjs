// Somebody with the professional plan and a key, on a running server with its own SQLite database.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
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

/** As a payment would: Python's own SQLite changes the row. */
function promote(data) {
  const file = readdirSync(data).find((name) => /\.(db|sqlite3?)$/.test(name))
  const script = `import sqlite3,sys; c=sqlite3.connect(sys.argv[1],timeout=30); c.execute("UPDATE users SET subscription_tier='professional'"); c.commit()`
  const done = spawnSync('python3', ['-c', script, join(data, file)])
  if (done.status !== 0) throw new Error(String(done.stderr))
}

/** A key with every scope. */
export async function keyOf({ base, data }) {
  const token = await signedIn(base)
  promote(data)
  const answer = await fetch(`${base}/api/v1/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Test', scopes: ['name', 'process', 'read'] }),
  })
  const made = await answer.json()
  if (answer.status !== 201) throw new Error(JSON.stringify(made))
  return made.secret
}
