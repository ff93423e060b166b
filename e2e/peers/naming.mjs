// What the naming tests share: an image, a question, and a service that keeps what it is asked.
import { createServer } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import { Browser } from './peers.mjs'

/** A grey PNG of 8 by 8 pixels. */
export function picture() {
  return png(8, 8, 0, Buffer.alloc(8 * 9, 0))
}

/** A PNG with as many colours as it has pixels, nearly. */
export function colours(width, height) {
  const row = (y) => [0, ...Array.from({ length: width }, (_, x) => [(x * 255) / width, (y * 255) / height, (x * y) % 256]).flat()]
  return png(width, height, 2, Buffer.from(Array.from({ length: height }, (_, y) => row(y)).flat()))
}

/** Rows with their filter bytes, as a file; the kind is 0 for grey and 2 for colours. */
function png(width, height, kind, rows) {
  const chunk = (kind, data) => {
    const body = Buffer.concat([Buffer.from(kind), data])
    const ends = [Buffer.alloc(4), Buffer.alloc(4)]
    ends[0].writeUInt32BE(data.length)
    ends[1].writeUInt32BE(crc32(body))
    return Buffer.concat([ends[0], body, ends[1]])
  }
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, kind, 0, 0, 0])
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

/** Asks a running server for a name, as a new visitor or in a browser that keeps its cookies. */
export async function suggest(base, browser = new Browser()) {
  const form = new FormData()
  form.set('image', new Blob([picture()]), 'x')
  form.set('originalName', 'IMG_0042 (1).png')
  const answer = await browser.go(`${base}/api/v1/ai/suggest-name`, { method: 'POST', body: form })
  return { status: answer.status, ...(await answer.json()) }
}

/** Every provider: its settings for a service at an address, the shape of its answer, and what people read. */
export const PROVIDERS = [
  {
    id: 'gemini',
    label: 'Gemini',
    env: (url, key) => ({ AI_PROVIDER: 'gemini', GEMINI_API_KEY: key, GEMINI_BASE_URL: url, AI_PAUSE_MS: '0' }),
    says: (text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }] }),
  },
  {
    id: 'openai',
    label: 'OpenAI',
    env: (url, key) => ({ AI_PROVIDER: 'openai', OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1` }),
    says: (content) => ({ id: 'x', object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] }),
  },
  {
    id: 'anthropic',
    label: 'Anthropic',
    env: (url, key) => ({ AI_PROVIDER: 'anthropic', ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url }),
    says: (text) => ({ id: 'x', type: 'message', role: 'assistant', content: [{ type: 'text', text }], stop_reason: 'end_turn' }),
  },
  {
    id: 'mistral',
    label: 'Mistral',
    env: (url, key) => ({ AI_PROVIDER: 'mistral', MISTRAL_API_KEY: key, MISTRAL_BASE_URL: url }),
    says: (content) => ({
      id: 'x',
      object: 'chat.completion',
      model: 'm',
      created: 1,
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    }),
  },
]

/** A service that keeps every request and answers with what `reply(request)` gives: `{ status, headers, body }`. */
export async function recorder(reply) {
  const requests = []
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const json = request.headers['content-type']?.includes('json')
    const seen = { method: request.method, url: request.url, headers: request.headers, body: json ? JSON.parse(text) : text }
    requests.push(seen)
    const { status = 200, headers = {}, body } = reply(seen)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${server.address().port}`, requests, stop }
}
