// Emails through a real SMTP server (npm maildev): links arrive with a text and an HTML part, and work.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Browser, freePort, missingPeers, modules, start, startNomina, until } from './peers.mjs'

const reason = missingPeers()

async function mailTo(web, address, subject) {
  const found = await until(async () => {
    const mails = await (await fetch(`${web}/email`)).json()
    return mails.find((mail) => mail.to[0].address === address && mail.subject === subject)
  })
  assert.ok(found, `no mail "${subject}" for ${address}`)
  return found
}

/** The token of a link, which must be the same in both parts. */
function tokenIn(mail, page) {
  const pattern = new RegExp(`/${page}\\?token=([\\w-]+)`)
  const [text, html] = [mail.text, mail.html].map((part) => pattern.exec(part)?.[1])
  assert.ok(text, mail.text)
  assert.equal(html, text, 'one link in both parts')
  return text
}

test('sign-up and reset links come by SMTP and work', { skip: reason ?? false, timeout: 300_000 }, async (t) => {
  const [smtp, http] = [await freePort(), await freePort()]
  const web = `http://127.0.0.1:${http}`
  const args = [join(modules, 'maildev/bin/maildev'), '--smtp', smtp, '--web', http, '--ip', '127.0.0.1'].map(String)
  const maildev = await start(process.execPath, args, { url: `${web}/email` })
  t.after(maildev.stop)
  // Emails of one address are a minute apart; the factor makes that 0.6 s.
  const settings = { SMTP_URL: `smtp://127.0.0.1:${smtp}`, MAIL_FROM: 'Nomina <hello@nomina.test>', RATE_FACTOR: '100', LOG_LEVEL: 'trace' }
  const nomina = await startNomina(settings)
  t.after(nomina.stop)
  const browser = new Browser()
  const post = (path, body) => browser.json(`${nomina.base}/api/v1/auth/${path}`, body)
  const address = 'ada@example.org'

  const form = { email: address, password: 'correct horse', fullName: 'Ada Lovelace' }
  assert.equal((await post('signup', form)).status, 202)
  const welcome = await mailTo(web, address, 'Confirm your email address')
  assert.equal(welcome.from[0].address, 'hello@nomina.test')
  assert.match(welcome.html, /Hello Ada Lovelace/)
  const confirmation = tokenIn(welcome, 'confirm')
  assert.equal((await post('confirm', { token: confirmation })).status, 200)

  assert.equal((await post('forgot', { email: address })).status, 202)
  const recovery = tokenIn(await mailTo(web, address, 'Reset your password'), 'reset-password')
  assert.equal((await post('reset', { token: recovery, password: 'staple battery' })).status, 200)
  assert.equal((await post('reset', { token: recovery, password: 'staple battery' })).status, 400, 'a link works once')
  assert.equal((await post('login', { email: address, password: 'correct horse' })).status, 400)
  assert.equal((await post('login', { email: address, password: 'staple battery' })).status, 200)
  await mailTo(web, address, 'Your password was changed')

  for (const path of ['/api/v1/dev/emails', '/dev/mailbox']) {
    assert.equal((await browser.go(`${nomina.base}${path}`)).status, 404, 'no mailbox beside SMTP')
  }
  for (const secret of [confirmation, recovery, 'correct horse', 'staple battery']) {
    assert.ok(!nomina.log().includes(secret), `${secret} is in the log`)
  }
})
