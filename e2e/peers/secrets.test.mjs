// Nothing secret leaves the server: each key and password is a word of its own that is then looked for in every answer,
// every line of the log at its most talkative, and every file that a browser gets.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { PROVIDERS, recorder, suggest } from './naming.mjs'
import { freePort, nominaBinary, ROOT, start, startNomina, until } from './peers.mjs'

const options = { timeout: 300_000 }
const SECRETS = {
  key: 'sentinel-naming-key-5a1c',
  auth: 'sentinel-auth-secret-77e0',
  google: 'sentinel-google-secret-b2d4',
  github: 'sentinel-github-secret-90cc',
  smtp: 'sentinel-smtp-password-31f8',
  database: 'sentinel-database-password-c6a7',
}

function clean(text, where) {
  for (const [name, secret] of Object.entries(SECRETS)) {
    for (const form of [secret, Buffer.from(secret).toString('base64').replace(/=+$/, '')]) {
      assert.ok(!text.includes(form), `the ${name} is in ${where}: ${text.slice(Math.max(0, text.indexOf(form) - 200), text.indexOf(form) + 60)}`)
    }
  }
}

/** Every file of a folder, with its path inside it. */
function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** An email server that wants a password and refuses it. */
async function refusingMailServer() {
  let heard = ''
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 mail ESMTP\r\n')
    socket.on('data', (data) => {
      heard += data
      const line = data.toString()
      if (line.startsWith('EHLO')) socket.write('250-mail\r\n250 AUTH PLAIN LOGIN\r\n')
      else if (line.startsWith('AUTH')) socket.write('535 5.7.8 refused\r\n')
      else socket.write('250 ok\r\n')
    })
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  return { port: server.address().port, heard: () => heard, stop: () => server.close() }
}

const everywhere = (service, mail) => ({
  LOG_LEVEL: 'trace,hyper=trace,sqlx=trace,reqwest=trace,lettre=trace',
  AUTH_SECRET: SECRETS.auth,
  GOOGLE_CLIENT_ID: 'g',
  GOOGLE_CLIENT_SECRET: SECRETS.google,
  GOOGLE_TOKEN_URL: `${service}/token`,
  GITHUB_CLIENT_ID: 'h',
  GITHUB_CLIENT_SECRET: SECRETS.github,
  GITHUB_BASE_URL: service,
  SMTP_URL: `smtp://me:${SECRETS.smtp}@127.0.0.1:${mail}`,
})

/** A person who looks at everything and tries what fails. Gives all that came back as one text. */
async function wander(base) {
  const seen = []
  const look = async (path, init) => {
    const answer = await fetch(`${base}${path}`, { redirect: 'manual', ...init })
    seen.push(`${path} ${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`)
    return answer
  }
  const post = (path, body) => look(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const document = await (await fetch(`${base}/api/v1/openapi.json`)).json()
  for (const [path, methods] of Object.entries(document.paths)) {
    if (methods.get) await look(path.replace(/\{\w+\}/g, 'x'))
    if (methods.post) await post(path.replace(/\{\w+\}/g, 'x'), { email: 'a@b.org', token: 'x' })
  }
  await look('/api/v1/openapi.json')
  for (const provider of ['google', 'github']) {
    const away = await look(`/api/v1/auth/oauth/${provider}/start`)
    const state = new URL(away.headers.get('location')).searchParams.get('state')
    const cookie = away.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ')
    await look(`/api/v1/auth/oauth/${provider}/callback?code=x&state=${state}`, { headers: { cookie } })
  }
  await post('/api/v1/auth/signup', { email: 'ada@example.org', password: 'correct horse', fullName: 'Ada' })
  for (const path of ['/', '/auth', '/nowhere', '/../../etc/passwd', '/.env', '/config', '/api/v1/config']) await look(path)
  return seen.join('\n')
}

for (const provider of PROVIDERS) {
  test(`${provider.id}: no secret in an answer or in the log`, options, async (t) => {
    // The first question is answered; then the service refuses and repeats the key, as some do.
    let asked = 0
    const service = await recorder(({ url, headers }) => {
      if (url.startsWith('/token') || url.startsWith('/login')) return { status: 401, body: { error: 'invalid_client', error_description: 'no' } }
      asked += 1
      const key = headers['x-goog-api-key'] ?? headers['x-api-key'] ?? headers.authorization
      return asked === 1 ? { body: provider.says('red fox') } : { status: 401, body: { error: { message: `Incorrect API key provided: ${key}` } } }
    })
    t.after(service.stop)
    const mail = await refusingMailServer()
    t.after(mail.stop)
    const nomina = await startNomina({ ...everywhere(service.url, mail.port), ...provider.env(service.url, SECRETS.key) })
    t.after(nomina.stop)
    assert.equal((await suggest(nomina.base)).suggestedName, 'red-fox')
    const refused = await suggest(nomina.base)
    assert.match(refused.error, /API error: 401 - Incorrect API key provided: .*\*{8}/)
    clean(JSON.stringify(refused), 'a refusal')
    clean(await wander(nomina.base), 'an answer')
    assert.ok(await until(() => mail.heard().includes('AUTH')), 'the mail password was used')
    const heard = JSON.stringify(service.requests)
    for (const name of ['key', 'google', 'github']) assert.ok(heard.includes(SECRETS[name]), `the ${name} secret was used`)
    assert.match(nomina.log(), /an image got no name.*API error: 401/, 'the refusal was logged')
    clean(nomina.log(), 'the log')
  })
}

test('a database that cannot be reached is named without its password', options, async () => {
  const port = await freePort()
  for (const url of [`postgres://me:${SECRETS.database}@127.0.0.1:${port}/x`, `postgres://me:${SECRETS.database}@127.0.0.1:wrong/x`, `mysql://me:${SECRETS.database}@h/x`]) {
    const env = { LOG_LEVEL: 'trace', DATABASE_URL: url, LISTEN: '127.0.0.1:0' }
    const ended = await start(nominaBinary(), ['serve'], { env, cwd: ROOT, url: `http://127.0.0.1:${port}` }).then(
      () => assert.fail('it must not start'),
      (error) => error.message,
    )
    assert.match(ended, /ended: .*database/is)
    clean(ended, `the answer to ${url.split(':')[0]}`)
  }
})

test('no file that a browser gets holds a key, and only the module for keys of one’s own knows naming services', { ...options, skip: existsSync(join(ROOT, 'web/dist')) ? false : 'the web app is not built: run make web' }, () => {
  const found = files(join(ROOT, 'web/dist'))
  assert.ok(found.some((file) => file.endsWith('.html')) && found.some((file) => file.endsWith('.js')))
  const services = ['x-goog-api-key', 'generativelanguage.googleapis.com', 'api.openai.com', 'api.anthropic.com', 'api.mistral.ai']
  const keys = ['GEMINI_API_KEY', 'x-api-key', 'AIza', 'sk-ant-', 'sk-proj-']
  for (const file of found) {
    const text = readFileSync(file, 'latin1')
    const traces = /\/services-[\w-]+\.wasm(\.br)?$/.test(file) ? keys : [...keys, ...services]
    for (const trace of traces) assert.ok(!text.includes(trace), `${trace} is in ${file}`)
  }
})
