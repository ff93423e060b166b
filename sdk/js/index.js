// Client of the Nomina API for Node and browsers: fetch and nothing else. Requests that fail for a passing reason are
// repeated; every POST carries an Idempotency-Key, so that nothing is done or counted twice.
import {
  ApiError,
  BatchFailedError,
  ConnectionFailedError,
  errorOf,
  IncompleteResponseError,
  NominaError,
  UnexpectedResponseError,
} from './errors.js'

export * from './errors.js'

const BATCHES = '/api/v1/batches/process'
// Waiting longer than this is left to the caller: an allowance that is used up says so at once.
const LONGEST_WAIT_S = 60

export class Nomina {
  #url
  #headers
  #retries
  #fetch

  constructor({ key, url, retries = 3, fetch = globalThis.fetch } = {}) {
    const env = globalThis.process?.env ?? {}
    key ||= env.NOMINA_KEY
    url ||= env.NOMINA_URL
    if (!key) throw new NominaError("No API key: pass { key } or set NOMINA_KEY. Keys are made in Nomina's settings.")
    if (!/^https?:\/\//.test(url ?? '')) throw new NominaError('No server: pass { url } or set NOMINA_URL to the address of your Nomina server.')
    this.#url = url.replace(/\/+$/, '')
    this.#headers = { authorization: `Bearer ${key}` }
    this.#retries = retries
    this.#fetch = fetch
  }

  /** A name, alternatives, alt text and keywords for one image. */
  async name(image, { originalName, context, contextAsPrefix, ...options } = {}) {
    const form = formOf([['image', image]], { originalName: originalName ?? image?.name, context, contextAsPrefix })
    return this.#post('/api/v1/names', form, options, json('suggestedName'))
  }

  /** One image through a recipe. */
  async process(image, recipe, options = {}) {
    const form = formOf([['image', image]], { recipe: recipe && JSON.stringify(recipe) })
    return this.#post('/api/v1/process', form, options, processed)
  }

  /** Starts a batch of images, of a ZIP, or of addresses. It returns before the work is done. */
  async createBatch({ images = [], zip, urls = [], recipe, jobName, webhookUrl }, options = {}) {
    const files = [...images.map((image) => ['image', image]), ...(zip ? [['zip', zip]] : [])]
    const form = formOf(files, { recipe: recipe && JSON.stringify(recipe), jobName, webhookUrl })
    for (const address of urls) form.append('url', address)
    return this.#post(BATCHES, form, options, json('id'))
  }

  /** Progress of a batch, image by image. */
  async batch(id, { signal } = {}) {
    return this.#send(`${BATCHES}/${encodeURIComponent(id)}`, { signal }, json('id'))
  }

  /** Waits for the end of a batch. A batch that fails as a whole is thrown as BatchFailedError. */
  async wait(id, { onProgress, signal } = {}) {
    let before = -1
    for (let pause = 0.25; ; pause = Math.min(pause * 1.5, 5)) {
      const batch = await this.batch(id, { signal })
      if (batch.processedCount !== before) onProgress?.(batch)
      before = batch.processedCount
      if (batch.status === 'failed') throw new BatchFailedError(`The batch ${id} failed: ${batch.errorMessage ?? 'no image could be processed'}.`)
      if (batch.status === 'completed') return batch
      await sleep(pause, signal)
    }
  }

  /** The ZIP of a finished batch. */
  async download(id, { signal } = {}) {
    return this.#send(`${BATCHES}/${encodeURIComponent(id)}/result`, { signal }, (response) => response.blob())
  }

  /** Cancels a batch; names that were not used are returned to the allowance. */
  async cancel(id, { signal } = {}) {
    return this.#send(`${BATCHES}/${encodeURIComponent(id)}/cancel`, { method: 'POST', signal }, json('id'))
  }

  /** Deletes a batch with everything stored. */
  async delete(id, { signal } = {}) {
    await this.#send(`${BATCHES}/${encodeURIComponent(id)}`, { method: 'DELETE', signal }, () => undefined)
  }

  /** Names used, and the allowance. */
  async usage({ signal } = {}) {
    return this.#send('/api/v1/usage', { signal }, json('dailyFiles'))
  }

  #post(path, body, { idempotencyKey = crypto.randomUUID(), signal }, read) {
    return this.#send(path, { method: 'POST', body, headers: { 'idempotency-key': idempotencyKey }, signal }, read)
  }

  /** One request until it succeeds, is refused, or was tried often enough. */
  async #send(path, request, read) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(path, request, read)
      } catch (error) {
        const wait = delay(error, attempt)
        if (attempt === this.#retries || wait === undefined || wait > LONGEST_WAIT_S) throw error
        await sleep(wait, request.signal)
      }
    }
  }

  async #attempt(path, request, read) {
    const url = this.#url + path
    const headers = { ...this.#headers, ...request.headers }
    const response = await this.#fetch(url, { ...request, headers }).catch((cause) => {
      request.signal?.throwIfAborted()
      throw new ConnectionFailedError(`${url} cannot be reached (${reason(cause)}). Check the address and that the server runs.`, { cause })
    })
    try {
      if (!response.ok) throw errorOf(response, await response.text())
      return await read(response)
    } catch (cause) {
      request.signal?.throwIfAborted()
      if (cause instanceof NominaError) throw cause
      throw new IncompleteResponseError(`The response of ${url} was cut off (${reason(cause)}).`, { cause })
    }
  }
}

function formOf(files, values) {
  const form = new FormData()
  for (const [name, file] of files) {
    const blob = file instanceof Blob ? file : new Blob([file?.bytes ?? file])
    form.append(name, blob, file?.name ?? 'image')
  }
  for (const [name, value] of Object.entries(values)) if (value !== undefined) form.append(name, String(value))
  return form
}

/** Reads JSON that has this field. JSON that ends too early is a response that was cut off. */
const json = (field) => async (response) => {
  const isJson = response.headers.get('content-type')?.includes('json')
  const body = isJson ? JSON.parse(await response.text()) : undefined
  if (body?.[field] === undefined) throw unexpected(response)
  return body
}

function unexpected({ url }) {
  return new UnexpectedResponseError(`${url} did not respond as Nomina does. Check the address of the server.`)
}

async function processed(response) {
  const of = (name) => response.headers.get(`nomina-${name}`)
  if (of('width') === null) throw unexpected(response)
  return {
    blob: await response.blob(),
    mediaType: response.headers.get('content-type'),
    width: Number(of('width')),
    height: Number(of('height')),
    frames: Number(of('frames')),
    reencoded: of('reencoded') === 'true',
    keptOriginal: of('kept-original') === 'true',
    warnings: JSON.parse(of('warnings') ?? '[]'),
  }
}

/** Seconds before the next attempt; undefined where another attempt cannot help. */
function delay(error, attempt) {
  const backoff = 0.5 * 2 ** attempt * (0.75 + Math.random() / 2)
  if (error instanceof ConnectionFailedError || error instanceof IncompleteResponseError) return backoff
  const passing = error instanceof ApiError && ([429, 502, 503, 504].includes(error.status) || error.code === 'idempotency_in_progress')
  return passing ? (error.retryAfter ?? backoff) : undefined
}

function sleep(seconds, signal) {
  return new Promise((done, stopped) => {
    const timer = setTimeout(done, seconds * 1000)
    signal?.addEventListener('abort', () => (clearTimeout(timer), stopped(signal.reason)), { once: true })
  })
}

const reason = (cause) => cause?.cause?.message ?? cause?.message ?? String(cause)
