// The development mailbox holds links that sign people in. It opens for somebody at this machine who has read its address at the start,
// never through a proxy, never for another site in that person's browser.
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { newMember } from '../../account.mjs'
import { mailboxOf, mailboxPath } from '../../mailbox.mjs'
import { startNomina } from '../peers.mjs'

/** What proxies add, and what browsers send for other sites. */
const TRACES = {
  'x-forwarded-for': '198.51.100.7',
  'x-forwarded-host': 'nomina.example',
  'x-forwarded-proto': 'https',
  'x-real-ip': '198.51.100.7',
  'cf-connecting-ip': '198.51.100.7',
  forwarded: 'for=198.51.100.7',
  via: '1.1 proxy',
  origin: 'https://evil.example',
  referer: 'https://evil.example/page',
  'sec-fetch-site': 'cross-site',
  host: 'nomina.example',
}

/** Status and text, with exactly these headers. */
function ask(url, headers = {}) {
  return new Promise((answered, failed) => {
    get(url, { headers, agent: false }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      answered({ status: answer.statusCode, text })
    }).on('error', failed)
  })
}

test('the mailbox opens at this machine with its token, and nowhere else', { timeout: 120_000 }, async (t) => {
  const nomina = await startNomina({ AI_PROVIDER: 'none', RATE_FACTOR: '100' })
  t.after(nomina.stop)
  const { email } = await newMember(nomina.base)
  const mailbox = await mailboxOf(nomina.base)
  const [mail] = JSON.parse((await ask(mailbox.emails(email))).text)
  assert.match(mail.textBody, /confirm\?token=/)
  const doors = { 'the list': mailbox.emails(), 'the page': mailbox.page(), 'one email': mailbox.html(mail.id) }
  await t.test('its address was printed at the start', async () => assert.ok(nomina.log().includes(await mailboxPath(nomina.base))))
  await t.test('nobody elsewhere is told its address', async () => {
    for (const [name, value] of Object.entries(TRACES).filter(([name]) => name !== 'host')) {
      assert.equal(await mailboxPath(nomina.base, { [name]: value }), undefined, name)
    }
  })
  for (const [door, url] of Object.entries(doors)) {
    await t.test(`${door} opens for its developer`, async () => assert.equal((await ask(url)).status, 200))
    await t.test(`${door} asks for the token`, async () => {
      assert.ok(new URL(url).search, 'its address carries a token')
      assert.equal((await ask(url.replace(/\?.*/, ''))).status, 404)
      const wrong = url.replace(/=([^=&]+)$/, (_, token) => `=${'x'.repeat(token.length)}`)
      assert.equal((await ask(wrong)).status, 404)
    })
    for (const [name, value] of Object.entries(TRACES)) {
      await t.test(`${door} is closed with ${name}`, async () => {
        const { status, text } = await ask(url, { [name]: value })
        assert.equal(status, 404)
        assert.ok(!text.includes(email), 'and says nothing about anybody')
      })
    }
  }
})
