// A file's SHA-256, computed once per file and only when asked for.
import { engine } from '@/engine'

const known = new WeakMap<Blob, string>()

export async function hashOf(file: Blob, signal?: AbortSignal): Promise<string> {
  const held = known.get(file)
  if (held) return held
  const hash = await engine.sha256(file, signal)
  known.set(file, hash)
  return hash
}
