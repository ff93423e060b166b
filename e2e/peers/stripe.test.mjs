// PLAN-05..08 against programs and definitions that nobody here wrote: emulate's checkout, localstripe's subscriptions,
// and the signatures and published parameters of Stripe's own SDK.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { newMember } from '../account.mjs'
import { freePort, load, modules, ROOT, startNomina, until } from './peers.mjs'
import { attachCard, FAILING_CARD, missingStripe, startStripe, WEBHOOK_SECRET } from './stripe.mjs'

const reason = missingStripe()
const options = { skip: reason ?? false, timeout: 600_000 }

/** Our server with Stripe behind it. */
async function setUp(t) {
  const port = await freePort()
  const stripe = await startStripe(`http://127.0.0.1:${port}/api/stripe/webhook`)
  t.after(stripe.stop)
  const nomina = await startNomina({ ...stripe.env, RATE_FACTOR: '100' }, port)
  t.after(nomina.stop)
  return { stripe, nomina }
}

/** Somebody signed in, with the calls they make. */
async function person(base) {
  const known = await newMember(base)
  const post = async (path, body, token) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const session = await (await post('/api/v1/auth/login', known)).json()
  const token = session.accessToken
  const get = async (path) => (await fetch(base + path, { headers: { authorization: `Bearer ${token}` } })).json()
  const change = async (path, body = {}) => {
    const answer = await post(path, body, token)
    const told = await answer.json()
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(told)}`)
    return told
  }
  return {
    user: session.user,
    get,
    change,
    plan: async () => {
      const { tier, status } = await get('/api/v1/billing/subscription')
      return `${tier} ${status}`
    },
    bills: async () => {
      const { records } = await get('/api/v1/billing/history')
      return records.map(({ amount, status }) => `${amount} ${status}`).join(', ')
    },
    checkout: (priceId) => change('/api/stripe/create-checkout-session', { userId: session.user.id, priceId }),
  }
}

/** Waits for webhooks and background work to bring something about. */
async function eventually(look, wanted, log) {
  let seen
  await until(async () => {
    seen = await look()
    return seen === wanted
  })
  assert.equal(seen, wanted, log())
}

/** Presses Pay on emulate's hosted page. */
async function pay(url) {
  const page = await (await fetch(url)).text()
  assert.match(page, /9\.99/, 'the hosted page shows our price')
  const action = /<form[^>]*action="([^"]+)"/.exec(page)[1]
  const done = await fetch(new URL(action, url), { method: 'POST', redirect: 'manual' })
  return done.headers.get('location')
}

test('a plan bought at the hosted checkout lives and ends as Stripe says', options, async (t) => {
  const { stripe, nomina } = await setUp(t)
  const ada = await person(nomina.base)
  const { url, sessionId } = await ada.checkout('price_em')
  assert.equal(await ada.plan(), 'starter active', 'nothing changes before it is paid')
  const back = await pay(url)
  assert.equal(back, `${nomina.base}/dashboard?section=billing&success=true&session_id=${sessionId}`)
  await eventually(ada.plan, 'essential active', nomina.log)
  // The plan and its invoice are two events: one may come a moment after the other.
  await eventually(ada.bills, '999 paid', nomina.log)

  const up = await ada.change('/api/v1/billing/upgrade', { tier: 'professional', interval: 'month' })
  assert.equal(up.tier, 'professional')
  const later = await ada.change('/api/v1/billing/cancel')
  assert.deepEqual([later.tier, later.cancelAtPeriodEnd], ['professional', true])
  assert.equal((await ada.change('/api/v1/billing/resume')).cancelAtPeriodEnd, false)

  // A renewal that the card does not pay for: localstripe charges at once when the interval changes.
  const { form } = stripe.asked.findLast(({ what }) => what === 'POST /v1/checkout/sessions')
  const customer = stripe.customerAt(form.customer)
  await attachCard(stripe.api, customer, FAILING_CARD)
  const [running] = (await stripe.api(`/v1/subscriptions?customer=${customer}`, null, 'GET')).data
  await stripe.api(`/v1/subscriptions/${running.id}`, { 'items[0][plan]': 'price_py' })
  await eventually(ada.plan, 'professional past_due', nomina.log)
  await eventually(async () => (await ada.bills()).split(', ').filter((bill) => bill.endsWith('failed')).length, 1, nomina.log)

  await stripe.api(`/v1/subscriptions/${running.id}`, null, 'DELETE')
  await eventually(ada.plan, 'starter canceled', nomina.log)
  assert.ok(stripe.delivered.length > 4 && stripe.delivered.every((status) => status === 200), String(stripe.delivered))
})

test('a first payment that fails gives no plan', options, async (t) => {
  const { stripe, nomina } = await setUp(t)
  stripe.useCard(FAILING_CARD)
  const ada = await person(nomina.base)
  await pay((await ada.checkout('price_em')).url)
  await ada.change('/api/v1/billing/sync')
  assert.equal(await ada.plan(), 'starter active')
})

test('events signed by the official SDK are taken, all others refused', options, async (t) => {
  const { nomina } = await setUp(t)
  const { default: Stripe } = await load('stripe')
  const { webhooks } = new Stripe('sk_test_1')
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object: { customer: 'cus_nobody' } } })
  const send = async (header, body = payload) => {
    const headers = { 'content-type': 'application/json', ...(header && { 'stripe-signature': header }) }
    return (await fetch(`${nomina.base}/api/stripe/webhook`, { method: 'POST', headers, body })).status
  }
  const now = Math.floor(Date.now() / 1000)
  const sign = (secret, timestamp = now) => webhooks.generateTestHeaderString({ payload, secret, timestamp })
  assert.equal(await send(sign(WEBHOOK_SECRET)), 200)
  assert.equal(await send(sign(WEBHOOK_SECRET)), 200, 'again: taken, and nothing happens')
  assert.equal(await send(sign(WEBHOOK_SECRET), `${payload} `), 400)
  assert.equal(await send(sign('whsec_of_somebody')), 400)
  assert.equal(await send(sign(WEBHOOK_SECRET, now - 400)), 400)
  assert.equal(await send(undefined), 400)
})

test('kill -9 between an event and its effect loses nothing', options, async (t) => {
  const port = await freePort()
  const stripe = await startStripe(`http://127.0.0.1:${port}/api/stripe/webhook`)
  t.after(stripe.stop)
  const data = mkdtempSync(join(tmpdir(), 'nomina-killed-'))
  t.after(() => rmSync(data, { recursive: true, force: true }))
  const env = { ...stripe.env, DATA_DIR: data, RATE_FACTOR: '100' }
  const first = await startNomina(env, port)
  t.after(first.stop)
  const ada = await person(first.base)
  const { url } = await ada.checkout('price_em')
  first.kill()
  await first.ended

  // Stripe cannot be asked, so the event is noted and its effect must wait.
  const deaf = await startNomina({ ...env, STRIPE_API_BASE: `http://127.0.0.1:${await freePort()}` }, port)
  t.after(deaf.stop)
  await pay(url)
  await eventually(async () => /a task failed/.test(deaf.log()), true, deaf.log)
  deaf.kill()
  await deaf.ended

  const second = await startNomina(env, port)
  t.after(second.stop)
  await eventually(ada.plan, 'essential active', second.log)
})

test("what we send is what Stripe's SDK says can be sent", options, async (t) => {
  const { stripe, nomina } = await setUp(t)
  const ada = await person(nomina.base)
  await pay((await ada.checkout('price_em')).url)
  await eventually(ada.plan, 'essential active', nomina.log)
  await ada.change('/api/v1/billing/upgrade', { tier: 'professional', interval: 'year' })
  // Neither peer has a portal: what counts here is what was asked of it.
  await ada.change('/api/stripe/create-billing-portal-session', { userId: ada.user.id }).catch(() => undefined)
  const sent = (what) => stripe.asked.findLast((one) => one.what === what || what.exec?.(one.what)).form
  const bodies = [
    ['CustomerCreateParams', sent('POST /v1/customers')],
    ['Checkout.SessionCreateParams', sent('POST /v1/checkout/sessions')],
    ['BillingPortal.SessionCreateParams', sent('POST /v1/billing_portal/sessions')],
    ['SubscriptionUpdateParams', sent(/^POST \/v1\/subscriptions\/sub_\w+$/)],
  ]
  const { default: Stripe } = await load('stripe')
  const version = stripe.asked.at(-1).headers['stripe-version']
  assert.equal(version, new Stripe('sk_test_1').getApiField('version'), 'in the version that the SDK describes')
  assert.equal(typeCheck(bodies), '')
  const wrong = typeCheck([['Checkout.SessionCreateParams', { mode: 'subscription', lineitems: 'x' }]])
  assert.match(wrong, /lineitems/, 'and a wrong name is found')
})

/** What the TypeScript compiler says about request bodies under the SDK's own definitions; empty when they fit. */
function typeCheck(bodies) {
  const lines = bodies.map(([type, form], at) => `export const body${at}: Stripe.${type} = ${JSON.stringify(nested(form))}`)
  const file = join(modules, '..', `bodies-${process.pid}.ts`)
  writeFileSync(file, `import Stripe from 'stripe'\n${lines.join('\n')}\n`)
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022']
  const done = spawnSync(process.execPath, [join(ROOT, 'web/node_modules/typescript/bin/tsc'), ...flags, file], { encoding: 'utf8' })
  rmSync(file)
  return done.stdout
}

/** `a[b][0][c]=1` as the object that the SDK would have been given. */
function nested(form) {
  const result = {}
  for (const [key, text] of Object.entries(form)) {
    const parts = key.replaceAll(']', '').split('[')
    let at = result
    for (const [depth, part] of parts.entries()) {
      if (depth === parts.length - 1) at[part] = valueOf(text)
      else at = at[part] ??= /^\d+$/.test(parts[depth + 1]) ? [] : {}
    }
  }
  return result
}

function valueOf(text) {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d{1,9}$/.test(text) ? Number(text) : text
}
