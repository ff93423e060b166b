// A ZIP that goes to the object store without passing through the server, where the server is set up for it.
import { answer, api } from '@/api/client'
import { put } from '@/api/upload'

/** Checking a large ZIP takes a while: the server is asked again until it knows. */
const MOST_QUESTIONS = 30

/** False when the store cannot be reached or does not take it: the ZIP then goes through the server. */
export async function sendDirectly(
  id: string,
  zip: Blob,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<boolean> {
  // Only here: pages that show the history do not need it.
  const { engine } = await import('@/engine')
  const body = { size: zip.size, sha256: await engine.sha256(zip, signal) }
  const params = { path: { id } }
  const address = await answer(api.POST('/api/v1/batches/{id}/upload', { params, body, signal }))
  const status = await put(address.url, { body: zip, headers: address.headers, onProgress, signal })
  if (status < 200 || status > 299) return false
  for (let asked = 0; asked < MOST_QUESTIONS; asked += 1) {
    const told = await api.POST('/api/v1/batches/{id}/upload/complete', { params, body, signal })
    if (told.response.status === 202) continue
    await answer(Promise.resolve(told))
    return true
  }
  return false
}
