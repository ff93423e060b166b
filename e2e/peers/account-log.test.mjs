// The log at its most talkative, while every account endpoint of the document is called with real secrets: none of them
// may be in it. (That none is in the database is a story of the server's own tests.)
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailsPath } from '../account.mjs'
import { totp } from '../totp.mjs'
import { Browser, startNomina, until } from './peers.mjs'

const ADDRESS = 'ada@example.org'
const PASSWORDS = ['correct horse battery', 'staple-and-glue', 'third time lucky', 'never the right one']

/** Cookies as the browser got them: a name, `=`, and a value that nobody else may learn. */
function cookieValues(answer) {
  return answer.headers.getSetCookie().map((line) => line.split(';')[0].split('=').slice(1).join('=')).filter(Boolean)
}

/** Turns two-step sign-in on, signs in with it and turns it off; every endpoint of it is called, some to be refused. */
async function useSecondStep(call, secrets, password) {
  const factor = '/api/v1/me/second-factor'
  const nobody = '01a00000-0000-7000-8000-000000000000'
  const shown = { id: 'bm9ib2R5', clientDataJson: 'c2VjcmV0LW9mLWEtcGFzc2tleQ', authenticatorData: 'YQ', signature: 'c2lnbmF0dXJlLW9mLWEtcGFzc2tleQ' }
  secrets.add(shown.clientDataJson).add(shown.signature)
  const begun = (await call('POST', `${factor}/app`, { password })).json
  secrets.add(begun.secret)
  const added = await call('POST', `${factor}/app/confirm`, { code: totp(begun.secret) })
  assert.equal(added.status, 200)
  for (const code of added.json.recoveryCodes) secrets.add(code)
  assert.equal((await call('GET', factor)).json.isOn, true)
  const renewed = await call('POST', `${factor}/recovery-codes`, { password })
  for (const code of renewed.json.recoveryCodes) secrets.add(code)
  const options = await call('POST', '/api/v1/me/passkeys/options', { password })
  secrets.add(options.json.challenge)
  assert.ok((await call('POST', '/api/v1/me/passkeys', { name: 'Key', clientDataJson: shown.clientDataJson, attestationObject: 'YQ' })).status >= 400)
  assert.equal((await call('PATCH', `/api/v1/me/passkeys/${nobody}`, { name: 'Other' }, '/api/v1/me/passkeys/{id}')).status, 404)
  assert.equal((await call('POST', `/api/v1/me/passkeys/${nobody}/remove`, { password }, '/api/v1/me/passkeys/{id}/remove')).status, 404)
  secrets.add((await call('POST', '/api/v1/auth/passkey/options')).json.challenge)
  assert.ok((await call('POST', '/api/v1/auth/passkey', shown)).status >= 400)
  assert.equal((await call('POST', '/api/v1/auth/login', { email: ADDRESS, password })).status, 202)
  assert.equal((await call('POST', '/api/v1/auth/second-step/options')).status, 200)
  assert.ok((await call('POST', '/api/v1/auth/second-step/passkey', shown)).status >= 400)
  assert.equal((await call('POST', '/api/v1/auth/second-step', { code: renewed.json.recoveryCodes[0] })).status, 200)
  assert.equal((await call('POST', `${factor}/app/remove`, { password })).status, 204)
  assert.ok([200, 204, 409].includes((await call('POST', `${factor}/off`, { password })).status))
}

test('no password, token, cookie or link is in the log at trace level', { timeout: 300_000 }, async (t) => {
  const provider = { GITHUB_CLIENT_ID: 'nomina', GITHUB_CLIENT_SECRET: 'client-secret-of-ours', GITHUB_BASE_URL: 'http://127.0.0.1:9', GITHUB_API_URL: 'http://127.0.0.1:9' }
  const nomina = await startNomina({ LOG_LEVEL: 'trace', RATE_FACTOR: '100', AUTH_SECRET: 'key-of-this-server', ...provider })
  t.after(nomina.stop)
  const browser = new Browser()
  const secrets = new Set([...PASSWORDS, 'client-secret-of-ours', 'key-of-this-server'])
  const called = new Set()
  let bearer
  let mailbox

  async function call(method, path, body, pattern = path) {
    called.add(`${method} ${pattern.split('?')[0]}`)
    const headers = { ...(body && { 'content-type': 'application/json' }), ...(bearer && { authorization: `Bearer ${bearer}` }) }
    const answer = await browser.go(nomina.base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    for (const value of cookieValues(answer)) secrets.add(value).add(value.split('.').at(-1))
    const json = await answer.clone().json().catch(() => null)
    mailbox = json?.mailbox ?? mailbox
    if (json?.accessToken) {
      bearer = json.accessToken
      secrets.add(bearer)
    }
    return { status: answer.status, json, headers: answer.headers }
  }
  async function linkIn(subject) {
    const token = await until(async () => {
      const { json } = await call('GET', mailsPath(mailbox, ADDRESS), undefined)
      return /token=([\w-]+)/.exec(json.find((mail) => mail.subject === subject)?.textBody ?? '')?.[1]
    })
    assert.ok(token, `no mail "${subject}"`)
    secrets.add(token)
    return token
  }

  const [first, second, third, wrong] = PASSWORDS
  const auth = '/api/v1/auth'
  assert.equal((await call('POST', `${auth}/signup`, { email: ADDRESS, password: first, fullName: 'Ada' })).status, 202)
  assert.equal((await call('POST', `${auth}/resend`, { email: ADDRESS })).status, 202)
  assert.equal((await call('POST', `${auth}/confirm`, { token: await linkIn('Confirm your email address') })).status, 200)
  assert.equal((await call('POST', `${auth}/login`, { email: ADDRESS, password: wrong })).status, 400)
  assert.equal((await call('POST', `${auth}/login`, { email: ADDRESS, password: first })).status, 200)
  assert.equal((await call('POST', `${auth}/refresh`)).status, 200)
  assert.equal((await call('GET', `${auth}/session`)).status, 200)
  assert.equal((await call('GET', `${auth}/providers`)).status, 200)
  assert.equal((await call('GET', `${auth}/password-rules`)).status, 200)
  assert.equal((await call('POST', `${auth}/password`, { currentPassword: first, newPassword: second })).status, 200)
  const sessions = (await call('GET', `${auth}/sessions`)).json
  const other = sessions.find((session) => !session.isCurrent) ?? { id: '01a00000-0000-7000-8000-000000000000' }
  await call('DELETE', `${auth}/sessions/${other.id}`, undefined, `${auth}/sessions/{id}`)
  const away = new URL((await call('GET', `${auth}/oauth/github/start`, undefined, `${auth}/oauth/{provider}/start`)).headers.get('location'))
  for (const name of ['state', 'code_challenge', 'nonce']) secrets.add(away.searchParams.get(name))
  secrets.add('code-of-the-provider')
  const back = `${auth}/oauth/github/callback?code=code-of-the-provider&state=${away.searchParams.get('state')}`
  assert.equal((await call('GET', back, undefined, `${auth}/oauth/{provider}/callback`)).status, 303)
  assert.equal((await call('GET', '/api/v1/me')).status, 200)
  assert.equal((await call('PATCH', '/api/v1/me', { fullName: 'Ada Lovelace' })).status, 200)
  assert.equal((await call('POST', '/api/v1/me/export', { password: second })).status, 200)
  for (const [method, path, body] of [['GET', '', undefined], ['PUT', '', {}], ['GET', '/export', undefined], ['DELETE', '', undefined]]) {
    assert.equal((await call(method, `/api/v1/preferences${path}`, body)).status, 200)
  }
  assert.equal((await call('DELETE', '/api/v1/batches')).status, 200)
  assert.equal((await call('POST', '/api/v1/newsletter', { email: ADDRESS })).status, 200)
  assert.equal((await call('POST', `${auth}/forgot`, { email: ADDRESS })).status, 202)
  const link = await linkIn('Reset your password')
  await browser.go(`${nomina.base}/reset-password?token=${link}`)
  assert.equal((await call('POST', `${auth}/reset/check`, { token: link })).status, 204)
  assert.equal((await call('POST', `${auth}/reset`, { token: link, password: third })).status, 200)
  assert.equal((await call('POST', `${auth}/login`, { email: ADDRESS, password: third })).status, 200)
  await useSecondStep(call, secrets, third)
  assert.equal((await call('POST', '/api/v1/me/deactivate', { email: ADDRESS, password: third })).status, 200)
  assert.equal((await call('POST', `${auth}/login`, { email: ADDRESS, password: third, restore: true })).status, 200)
  assert.equal((await call('POST', `${auth}/logout`)).status, 204)
  // Refusals are logged too: bodies that cannot be read must not be quoted.
  assert.equal((await call('POST', `${auth}/login`, { email: ADDRESS, password: { was: third } })).status, 422)

  const document = await (await fetch(`${nomina.base}/api/v1/openapi.json`)).json()
  const account = Object.entries(document.paths).filter(([path]) => /\/(auth|me|preferences|newsletter)\b/.test(path))
  for (const [path, operations] of account) {
    for (const method of Object.keys(operations)) assert.ok(called.has(`${method.toUpperCase()} ${path}`), `${method} ${path} was not called`)
  }
  const log = nomina.log()
  assert.match(log, /statement/, 'the log is at trace level')
  assert.match(log, /\/api\/v1\/auth\/login/)
  for (const secret of secrets) {
    assert.ok(!log.includes(secret), `${secret} is in the log:\n${log.split('\n').find((line) => line.includes(secret))}`)
  }
  assert.ok(secrets.size > 15, `${secrets.size} secrets were looked for`)
})
