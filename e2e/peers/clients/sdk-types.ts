// Compiled, never run: what the document says fits the types of the JavaScript SDK.
import type { Batch, Name, Usage } from 'nomina-client'
import { type ApiError, Nomina } from 'nomina-client'
import type { components } from './schema.js'

type Schemas = components['schemas']
export const name = (from: Schemas['Suggestion']): Name => from
export const batch = (from: Schemas['Run']): Batch => from
export const usage = (from: Schemas['Usage']): Usage => from

export async function walk(image: Blob): Promise<string | null | undefined> {
  const nomina = new Nomina({ key: 'k', url: 'https://nomina.example', retries: 0 })
  const { id } = await nomina.createBatch({ images: [image, { name: 'a.jpg', bytes: new Uint8Array() }], recipe: { keepNames: true } })
  const done = await nomina.wait(id, { onProgress: (now) => now.processedCount })
  // @ts-expect-error A batch has no such field.
  done.missing
  return done.pictures[0]?.name
}
export const seconds = (error: ApiError): number | undefined => error.retryAfter
