// SSRF with a resolver that is ours: names that lead into every private range, rebinding, redirects and chains of names, for the images
// that a program lets the server fetch and for its webhooks. Listeners on all addresses hear whatever is contacted.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { lacking } from '../needs.mjs'
import { PUBLIC } from './addresses.mjs'
import { hasOwnNetwork, inOwnNetwork } from './own-network.mjs'

const PRIVATE = 'Private and local addresses are not allowed.'

test('no name, redirect or answer of a resolver leads the server into a private network', { skip: lacking({ 'own network': hasOwnNetwork() }), timeout: 300_000 }, async (t) => {
  const found = await inOwnNetwork(join(import.meta.dirname, 'ssrf-attack.mjs'))
  await t.test('a public host is fetched and told: the attack can reach what it aims at', () => {
    assert.equal(found.control.status, 'done', JSON.stringify(found.control))
    assert.match(found.told.at(-1), /^public\.attack\.test/)
    assert.ok(found.contacts.some((address) => PUBLIC.includes(address)))
  })
  await t.test('no private address was ever contacted', () => {
    assert.deepEqual(found.contacts.filter((address) => !PUBLIC.includes(address)), [])
  })
  for (const { what, status, error } of found.refused) {
    await t.test(`refused: ${what}`, () => assert.deepEqual([status, error], ['failed', PRIVATE]))
  }
  await t.test('webhooks to such names are not sent', () => {
    assert.deepEqual(found.told.filter((host) => /row-/.test(host)), [])
    assert.equal(found.failures.length, found.refused.length)
    for (const line of found.failures) assert.match(line, /no public address/)
  })
  await t.test('redirects are not followed', () => {
    for (const { status, error } of found.redirects) assert.match(`${status} ${error}`, /^failed The host answered 30\d\.$/)
  })
  await t.test('a name is resolved once and connected to what was checked', () => {
    const [first, second] = found.rebound
    assert.equal(first.status, 'done', JSON.stringify(first))
    assert.deepEqual([second.status, second.error], ['failed', PRIVATE])
  })
  await t.test('addresses in other spellings are refused when they are sent', () => {
    for (const { host, refusal } of found.spelled) assert.match(refusal, /422.*Private and local/, host)
  })
  await t.test('a name without a dot finds no host of this network', () => {
    assert.deepEqual([found.single.status, found.single.error], ['failed', PRIVATE])
  })
})
