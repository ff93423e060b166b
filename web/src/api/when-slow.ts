// Lists that fail silently (CACHE-01): one that does not come in time is shown as it was, or empty, without a word. Every other
// failure stays one.
import { ApiError } from './problem'

export async function whenSlow<Data>(answer: Promise<Data>, instead: () => Data): Promise<Data> {
  try {
    return await answer
  } catch (error) {
    if (isTimeout(error)) return instead()
    throw error
  }
}

function isTimeout(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'timeout'
  return error instanceof DOMException && error.name === 'TimeoutError'
}
