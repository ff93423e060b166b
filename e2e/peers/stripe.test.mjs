// PLAN-05..08 against programs and definitions that nobody here wrote: emulate's checkout, localstripe's subscriptions,
// and the signatures and published parameters of Stripe's own SDK.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { newMember } from '../account.mjs'
import { freePort, load, modules, nominaBinary, ROOT, startNomina, until } from './peers.mjs'
import { attachCard, FAILING_CARD, missingStripe, startStripe, WEBHOOK_SECRET } from './stripe.mjs'

const reason = missingStripe()
const options = { skip: reason ?? false, timeout: 600_000 }

/** Our server with Stripe behind it. */
async function setUp(t, env = {}) {
  const port = await freePort()
  const stripe = await startStripe(`http://127.0.0.1:${port}/api/stripe/webhook`)
  t.after(stripe.stop)
  const nomina = await startNomina({ ...stripe.env, RATE_FACTOR: '100', ...env }, port)
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
    post: (path, body = {}) => post(path, body, token),
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

/** The customer at localstripe, and what it has there. */
function accountOf(stripe) {
  const { form } = stripe.asked.findLast(({ what }) => what === 'POST /v1/checkout/sessions')
  const customer = stripe.customerAt(form.customer)
  const list = async (kind) => (await stripe.api(`/v1/${kind}?customer=${customer}`, null, 'GET')).data
  const live = async () => (await list('subscriptions')).filter(({ status }) => ['active', 'trialing', 'past_due'].includes(status))
  return { customer, list, live }
}

/** Somebody with the essential plan, paid. */
async function subscriber({ stripe, nomina }) {
  const ada = await person(nomina.base)
  await pay((await ada.checkout('price_em')).url)
  await eventually(ada.plan, 'essential active', nomina.log)
  return { ada, account: accountOf(stripe) }
}

/** What `nomina doctor` prints. Our Stripe runs in this very process, which must not stand still meanwhile. */
function doctor(env, data) {
  const settings = { ...process.env, LISTEN: '127.0.0.1:0', DATA_DIR: data, ...env }
  return new Promise((done) => execFile(nominaBinary(), ['doctor'], { env: settings, cwd: data }, (_, text) => done(text)))
}

test('a trial begins without a payment and ends in a plan that is paid', options, async (t) => {
  const { stripe, nomina } = await setUp(t, { BILLING_TRIAL_DAYS: '14' })
  const ada = await person(nomina.base)
  await pay((await ada.checkout('price_em')).url)
  await eventually(ada.plan, 'essential trialing', nomina.log)
  const { trialEnd } = await ada.get('/api/v1/billing/subscription')
  const days = (Date.parse(trialEnd) - Date.now()) / 86_400_000
  assert.ok(days > 13 && days < 15, `${days} days`)
  assert.ok(!(await ada.bills()).includes('999'), 'nothing is charged')
  // The first payment: localstripe charges at once when the interval changes.
  const [running] = await accountOf(stripe).list('subscriptions')
  await stripe.api(`/v1/subscriptions/${running.id}`, { 'items[0][plan]': 'price_ey' })
  await ada.change('/api/v1/billing/sync')
  assert.equal(await ada.plan(), 'essential active')
  const again = await ada.post('/api/stripe/create-checkout-session', { userId: ada.user.id, priceId: 'price_pm' })
  assert.equal(again.status, 409, 'no second trial')
})

test('a refund at Stripe is a line of the history', options, async (t) => {
  const set = await setUp(t)
  const { ada, account } = await subscriber(set)
  const [charge] = await account.list('charges')
  await set.stripe.api('/v1/refunds', { charge: charge.id, amount: 400 })
  await ada.change('/api/v1/billing/sync')
  assert.match(await ada.bills(), /-400 refunded/)
  assert.equal((await ada.get('/api/v1/billing/history')).totals[0].amount, 599)
})

test('a price that costs something else at Stripe is not sold, and doctor says so', options, async (t) => {
  const { stripe, nomina } = await setUp(t)
  const ada = await person(nomina.base)
  await stripe.api('/v1/plans/price_em', null, 'DELETE')
  await stripe.api('/v1/plans', { id: 'price_em', amount: 1999, interval: 'month', currency: 'usd', 'product[name]': 'dearer' })
  const refused = await ada.post('/api/stripe/create-checkout-session', { userId: ada.user.id, priceId: 'price_em' })
  assert.deepEqual([refused.status, (await refused.json()).code], [409, 'wrong_price'])
  assert.match(await doctor(stripe.env, nomina.data), /STRIPE_PRICE_ESSENTIAL_MONTH price_em costs 1999 usd per month at Stripe, but the plan says 999 usd per month/)
})

test('of six checkouts at once one can be paid', options, async (t) => {
  const { stripe, nomina } = await setUp(t)
  const ada = await person(nomina.base)
  const opened = await Promise.all([1, 2, 3, 4, 5, 6].map(() => ada.checkout('price_em')))
  await Promise.allSettled(opened.map(({ url }) => pay(url)))
  await eventually(ada.plan, 'essential active', nomina.log)
  assert.equal((await accountOf(stripe).live()).length, 1)
})

test('who has paid and comes back before any webhook buys nothing twice', options, async (t) => {
  // Events go nowhere: the server hears of nothing by itself.
  const stripe = await startStripe(`http://127.0.0.1:${await freePort()}/api/stripe/webhook`)
  t.after(stripe.stop)
  const nomina = await startNomina({ ...stripe.env, RATE_FACTOR: '100' })
  t.after(nomina.stop)
  const ada = await person(nomina.base)
  await pay((await ada.checkout('price_em')).url)
  const again = await ada.post('/api/stripe/create-checkout-session', { userId: ada.user.id, priceId: 'price_em' })
  assert.deepEqual([again.status, (await again.json()).code], [409, 'already_subscribed'])
  assert.equal((await accountOf(stripe).live()).length, 1)
  assert.equal(await ada.plan(), 'essential active')
})

test('a second live subscription is ended and refunded', options, async (t) => {
  const set = await setUp(t)
  const { ada, account } = await subscriber(set)
  const [first] = await account.live()
  await set.stripe.api('/v1/subscriptions', { customer: account.customer, 'items[0][plan]': 'price_pm' })
  await eventually(async () => (await account.live()).map(({ id }) => id).join(), first.id, set.nomina.log)
  assert.equal(await ada.plan(), 'essential active')
  await eventually(async () => /-1499 refunded/.test(await ada.bills()), true, set.nomina.log)
  assert.match(set.nomina.log(), /A second live subscription beside/)
  const { form } = set.stripe.asked.findLast(({ what }) => what === 'POST /v1/refunds')
  // localstripe's invoices still name their payment; since basil it is asked for by this list.
  const payments = { invoice: 'in_1', status: 'paid', limit: '10' }
  assert.equal(typeCheck([['RefundCreateParams', form], ['InvoicePaymentListParams', payments]]), '')
})

test('a customer who was deleted at Stripe loses the plan and can buy again', options, async (t) => {
  const set = await setUp(t)
  const { ada, account } = await subscriber(set)
  await set.stripe.api(`/v1/customers/${account.customer}`, null, 'DELETE')
  await ada.change('/api/v1/billing/sync')
  assert.equal(await ada.plan(), 'starter canceled')
  await pay((await ada.checkout('price_em')).url)
  await eventually(ada.plan, 'essential active', set.nomina.log)
  assert.notEqual(accountOf(set.stripe).customer, account.customer)
})

test('a subscription moved to a price that nobody knows keeps its plan and is told', options, async (t) => {
  const set = await setUp(t)
  const { ada, account } = await subscriber(set)
  await set.stripe.api('/v1/plans', { id: 'price_other', amount: 1, interval: 'month', currency: 'usd', 'product[name]': 'other' })
  const [running] = await account.live()
  await set.stripe.api(`/v1/subscriptions/${running.id}`, { 'items[0][plan]': 'price_other' })
  await ada.change('/api/v1/billing/sync')
  assert.equal(await ada.plan(), 'essential active')
  assert.match(set.nomina.log(), /price_other is none of STRIPE_PRICE_\*/)
})

test('the log and doctor say whether and how something is sold', options, async (t) => {
  const { stripe } = await setUp(t)
  const said = async (env, pattern) => {
    const nomina = await startNomina(env)
    t.after(nomina.stop)
    await eventually(async () => pattern.test(nomina.log()), true, nomina.log)
    return doctor(env, nomina.data)
  }
  assert.match(await said({}, /Payments: the built-in test checkout/), /note  billing      Payments: the built-in test checkout/)
  assert.match(await said({ PUBLIC_URL: 'https://names.example.org' }, /Payments: off/), /note  billing      Payments: off/)
  assert.match(await said({ PUBLIC_URL: 'https://names.example.org', BILLING_TEST: 'on' }, /Payments: the built-in test/), /test checkout/)
  const short = { ...stripe.env, STRIPE_PRICE_ESSENTIAL_YEAR: '' }
  assert.match(await said(stripe.env, /Payments: Stripe/), /ok    billing      Payments: Stripe with/)
  assert.match(await said(short, /STRIPE_PRICE_ESSENTIAL_YEAR is not set/), /BAD   billing      STRIPE_PRICE_ESSENTIAL_YEAR is not set/)
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
