// The types that openapi-typescript makes of our document, with openapi-fetch, driving the real server: generated.js FILE
import { readFileSync } from 'node:fs'
import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

const { NOMINA_URL: baseUrl, NOMINA_KEY: key } = process.env
const client = createClient<paths>({ baseUrl: baseUrl ?? '', headers: { authorization: `Bearer ${key}` } })
const image = readFileSync(process.argv[2] ?? '')

/** The document calls files binary strings; a form takes blobs. */
function form(fields: Record<string, string | Blob>): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  return made
}
const file = new Blob([image], { type: 'image/png' })
const bodySerializer = (body: unknown) => body as FormData

const named = await client.POST('/api/v1/names', { body: form({ image: file, originalName: 'IMG_2041.png' }) as never, bodySerializer })
console.log('name', named.data?.suggestedName)
const recipe = JSON.stringify({ keepNames: true, convertFormat: true, outputFormat: 'webp' })
const processed = await client.POST('/api/v1/process', { body: form({ image: file, recipe }) as never, bodySerializer, parseAs: 'blob' })
console.log('process', processed.response.headers.get('content-type'), (processed.data as unknown as Blob).size > 0)

const sent = await client.POST('/api/v1/batches/process', { body: form({ image: file, recipe }) as never, bodySerializer })
if (!sent.data) throw new Error(sent.error.title)
let batch = sent.data
const place = { params: { path: { id: batch.id } } }
while (batch.status === 'processing') {
  await new Promise((wait) => setTimeout(wait, 200))
  const shown = await client.GET('/api/v1/batches/process/{id}', place)
  if (!shown.data) throw new Error(shown.error.title)
  batch = shown.data
}
console.log('batch', batch.status, batch.pictures.map(({ status }) => status).join())
const zip = await client.GET('/api/v1/batches/process/{id}/result', { ...place, parseAs: 'arrayBuffer' })
console.log('zip', Buffer.from(zip.data as unknown as ArrayBuffer).toString('latin1', 0, 2))
const refused = await client.GET('/api/v1/usage', { headers: { authorization: 'Bearer nmn_live_wrong' } })
console.log('refused', refused.error?.code)
