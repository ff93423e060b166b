// People for browser tests and benchmarks: signed up through the API, confirmed with the link of the development mailbox,
// and, until plans can be bought, given a tier where the checkout will write it.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { postgresFolder } from './peers/cluster.mjs'
import { reached } from './until.mjs'

const UPDATE = `
import sqlite3, sys
path, email, tier, used = sys.argv[1:]
with sqlite3.connect(path, timeout=20) as db:
    db.execute("UPDATE users SET subscription_tier = ? WHERE email = ?", (tier, email))
    if used != "0":
        db.execute("UPDATE user_usage SET daily_files_processed = ? WHERE user_id = (SELECT id FROM users WHERE email = ?)", (int(used), email))
`
const UPDATE_POSTGRES = `
UPDATE users SET subscription_tier = :'tier' WHERE email = :'email';
UPDATE user_usage SET daily_files_processed = :used FROM users WHERE users.id = user_id AND email = :'email' AND :used > 0;
`

async function send(method, url, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** The path of the development mailbox with its token, which whoever waits for an email at the server's own machine is told. */
export async function mailboxPath(url) {
  const { mailbox } = await send('POST', `${url}/api/v1/auth/forgot`, { email: 'nobody@example.org' })
  if (!mailbox) throw new Error(`${url} has no mailbox for us`)
  return mailbox
}

/** Where a program reads the emails to an address; `mailbox` is the path of the page. */
export function mailsPath(mailbox, email) {
  return `/api/v1/dev/emails${mailbox.slice(mailbox.indexOf('?'))}&to=${encodeURIComponent(email)}`
}

/** The link of the confirmation email, which comes a moment after the sign-up. */
async function confirmationToken(url, email, mailbox) {
  return reached(`a confirmation mail for ${email}`, async () => {
    const mails = await (await fetch(url + mailsPath(mailbox, email))).json()
    return mails.map((mail) => /confirm\?token=([\w-]+)/.exec(mail.textBody)?.[1]).find(Boolean)
  })
}

/** An address that nobody else uses, and a password for it. */
export function somebody() {
  return { email: `${randomUUID()}@example.org`, password: 'correct horse battery' }
}

/** A confirmed account, with settings if any. @param {string} url @returns {Promise<{ email: string, password: string }>} */
export async function newMember(url, preferences = undefined) {
  const person = somebody()
  const { mailbox } = await send('POST', `${url}/api/v1/auth/signup`, { ...person, fullName: 'Ada Lovelace' })
  const token = await confirmationToken(url, person.email, mailbox)
  const session = await send('POST', `${url}/api/v1/auth/confirm`, { token, password: person.password })
  if (preferences) await send('PUT', `${url}/api/v1/preferences`, preferences, session.accessToken)
  return person
}

/** Signs in without a page. @returns {Promise<string>} */
export async function accessToken(url, { email, password }) {
  return (await send('POST', `${url}/api/v1/auth/login`, { email, password })).accessToken
}

/** @param {string} url @param {string} data @returns {Promise<{ email: string, password: string }>} */
export async function newPerson(url, data, tier = 'starter', preferences = undefined) {
  const person = await newMember(url, preferences)
  write(data, person.email, tier, 0)
  return person
}

/** Lets a person have named so many images today. They must have named one before, so that there is a count. */
export function haveUsed(data, person, tier, files) {
  write(data, person.email, tier, files)
}

/** `data` is a data folder, or the address of a PostgreSQL database. */
function write(data, email, tier, used) {
  if (data.startsWith('postgres:')) {
    const named = Object.entries({ email, tier, used }).map(([name, value]) => `--set=${name}=${value}`)
    execFileSync(join(postgresFolder(), 'psql'), [data, '-q', '--set=ON_ERROR_STOP=1', ...named], { input: UPDATE_POSTGRES })
    return
  }
  execFileSync('python3', ['-c', UPDATE, join(data, 'nomina.db'), email, tier, String(used)])
}

/** Signs in through the page's own form. */
export async function signIn(page, { email, password }) {
  await page.goto('/auth?redirect=%2Fdashboard%2Ftools')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/dashboard/tools')
}
