// Mails through a real SMTP server (npm maildev): the link arrives and works, with a text and an HTML part.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Browser, freePort, missingPeers, modules, start, startNomina } from './peers.mjs'

const reason = missingPeers()

async function mailTo(web, address, subject) {
  for (let turn = 0; turn < 100; turn++) {
    const mails = await (await fetch(`${web}/email`)).json()
    const found = mails.find((mail) => mail.to[0].address === address && mail.subject === subject)
    if (found) return found
    await new Promise((wait) => setTimeout(wait, 100))
  }
  throw new Error(`no mail "${subject}" for ${address}`)
}

test('a sign-up link comes by SMTP and works', { skip: reason ?? false, timeout: 60_000 }, async (t) => {
  const [smtp, http] = [await freePort(), await freePort()]
  const web = `http://127.0.0.1:${http}`
  const args = [join(modules, 'maildev/bin/maildev'), '--smtp', smtp, '--web', http, '--ip', '127.0.0.1'].map(String)
  const maildev = await start(process.execPath, args, { url: `${web}/email` })
  t.after(maildev.stop)
  const nomina = await startNomina({ SMTP_URL: `smtp://127.0.0.1:${smtp}`, MAIL_FROM: 'Nomina <hello@nomina.test>' })
  t.after(nomina.stop)
  const browser = new Browser()
  const form = { email: 'ada@example.org', password: 'correct horse', full_name: 'Ada Lovelace' }
  assert.equal((await browser.json(`${nomina.base}/api/v1/auth/signup`, form)).status, 202)
  const mail = await mailTo(web, 'ada@example.org', 'Confirm your e-mail address')
  assert.equal(mail.from[0].address, 'hello@nomina.test')
  assert.match(mail.html, /Hello Ada Lovelace/)
  const token = /confirm\?token=([\w-]+)/.exec(mail.text)[1]
  assert.equal((await browser.json(`${nomina.base}/api/v1/auth/confirm`, { token })).status, 200)
  assert.equal((await browser.go(`${nomina.base}/api/v1/dev/emails`)).status, 404, 'no mailbox beside SMTP')
  assert.ok(!nomina.log().includes(token) && !nomina.log().includes('correct horse'), 'nothing secret in the log')
})
