// Behind a trusted proxy a client writes addresses of its own choice into X-Forwarded-For. The one that counts is what the proxy saw, also
// when it writes ports, brackets or something that nobody understands.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMember } from '../../account.mjs'
import { startNomina } from '../peers.mjs'

/** What arrives, and the network that a session then shows. The peer itself is 127.0.0.1. */
const CHAINS = {
  '6.6.6.6, 198.51.100.7': '198.51.100.0/24',
  '6.6.6.6, 198.51.100.7:4711': '198.51.100.0/24',
  '6.6.6.6:1, 198.51.100.7:4711, 127.0.0.1:80': '198.51.100.0/24',
  '6.6.6.6, [2001:db8:7::7]:4711': '2001:db8:7::/48',
  '6.6.6.6, [2001:db8:7::7]': '2001:db8:7::/48',
  '6.6.6.6, "[2001:db8:7::7]:4711"': '2001:db8:7::/48',
  '6.6.6.6, unknown': '127.0.0.0/24',
  '6.6.6.6, _hidden': '127.0.0.0/24',
  '6.6.6.6, 198.51.100.7:4711:1': '127.0.0.0/24',
  '6.6.6.6,': '127.0.0.0/24',
}

async function post(base, body, forwarded) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded }
  return fetch(`${base}/api/v1/auth/login`, { method: 'POST', headers, body: JSON.stringify(body) })
}

test('the address that a client writes itself never wins', { timeout: 120_000 }, async (t) => {
  const nomina = await startNomina({ AI_PROVIDER: 'none', RATE_FACTOR: '100', TRUSTED_PROXIES: '127.0.0.1/32' })
  t.after(nomina.stop)
  const person = await newMember(nomina.base)
  for (const [forwarded, network] of Object.entries(CHAINS)) {
    await t.test(forwarded, async () => {
      const { accessToken } = await (await post(nomina.base, person, forwarded)).json()
      const devices = await (await fetch(`${nomina.base}/api/v1/auth/sessions`, { headers: { authorization: `Bearer ${accessToken}` } })).json()
      assert.equal(devices.find((device) => device.isCurrent).ipPrefix, network)
    })
  }
})

test('a new address for every guess does not get past the limit of one place', { timeout: 120_000 }, async (t) => {
  const nomina = await startNomina({ AI_PROVIDER: 'none', TRUSTED_PROXIES: '127.0.0.1/32' })
  t.after(nomina.stop)
  const { email } = await newMember(nomina.base)
  const statuses = []
  for (let n = 1; n <= 12; n += 1) statuses.push((await post(nomina.base, { email, password: `guess ${n} of many` }, `6.6.${n}.6, 198.51.100.7:${4000 + n}`)).status)
  assert.ok(statuses.includes(429), String(statuses))
})
