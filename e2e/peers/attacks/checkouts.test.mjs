// Six tabs buy at once, and whatever can be paid is paid: one person ends with one subscription that lives, here and at Stripe.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessToken, newMember } from '../../account.mjs'
import { freePort, startNomina, until } from '../peers.mjs'
import { missingStripe, startStripe } from '../stripe.mjs'

const TABS = 6
const LIVE = ['active', 'trialing', 'past_due', 'unpaid', 'incomplete']

/** Presses Pay on a hosted page. One that is over has no button. */
async function pay(url) {
  const page = await (await fetch(url)).text()
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
  if (action) await fetch(new URL(action, url), { method: 'POST', redirect: 'manual' })
}

/** The subscriptions that Stripe still bills, of every customer that our server has made. */
async function billed(stripe) {
  const { data } = await stripe.api('/v1/subscriptions', null, 'GET')
  return data.filter(({ status }) => LIVE.includes(status))
}

test('six checkouts at once, all of them paid, are one subscription', { skip: missingStripe() ?? false, timeout: 600_000 }, async (t) => {
  const port = await freePort()
  const stripe = await startStripe(`http://127.0.0.1:${port}/api/stripe/webhook`)
  t.after(stripe.stop)
  const nomina = await startNomina({ ...stripe.env, RATE_FACTOR: '100' }, port)
  t.after(nomina.stop)
  const token = await accessToken(nomina.base, await newMember(nomina.base))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (method, path, body) => (await fetch(nomina.base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json()
  const { id } = await ask('GET', '/api/v1/me')

  const opened = await Promise.all(Array.from({ length: TABS }, () => ask('POST', '/api/stripe/create-checkout-session', { userId: id, priceId: 'price_em' })))
  const urls = opened.map(({ url }) => url).filter(Boolean)
  assert.ok(urls.length > 0, JSON.stringify(opened))
  for (const url of urls) await pay(url)
  const subscription = () => ask('GET', '/api/v1/billing/subscription')
  await until(async () => (await subscription()).tier === 'essential')
  await ask('POST', '/api/v1/billing/sync', {})

  assert.equal(new Set(stripe.asked.filter(({ what }) => what === 'POST /v1/checkout/sessions').map(({ form }) => form.customer)).size, 1, 'one customer')
  let live
  await until(async () => (live = await billed(stripe)).length === 1)
  assert.equal(live.length, 1, `${live.length} subscriptions are billed`)
  assert.equal((await subscription()).tier, 'essential')

  await ask('POST', '/api/v1/billing/cancel', {})
  const [last] = await billed(stripe)
  assert.equal(last.cancel_at_period_end, true, 'what the person ends is what is billed')
})
