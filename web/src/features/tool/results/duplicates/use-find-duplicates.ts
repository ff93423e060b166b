// Looks for duplicates once a run is over. Bytes are only compared where two files have the same size.
import { useEffect } from 'react'
import { useBatch } from '../../model/batch-store'
import { duplicatesOf, sameSized } from '../../model/duplicates'
import { showDuplicates } from '../../model/duplicates-store'
import type { ResultRow } from '../../model/row'
import { hashOf } from '../../naming/hash-of'

/** `rows` changes with every letter of a name: only the images and what was seen of them count. */
export function useFindDuplicates(rows: readonly ResultRow[], busy: boolean): void {
  const key = busy ? '' : rows.map(({ id, seen }) => id + seen.fingerprint).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what matters of the rows
  useEffect(() => {
    const controller = new AbortController()
    void hashesOf(rows, controller.signal).then((hashes) => {
      if (!controller.signal.aborted) showDuplicates(duplicatesOf(rows, { hashes, taken: takenOf() }))
    })
    return () => controller.abort()
  }, [key])
}

function takenOf(): Map<string, { at: string | null; pixels: number }> {
  const { images } = useBatch.getState()
  return new Map(
    images.map(({ id, inspection: { takenAt, width, height } }) => [
      id,
      { at: takenAt ?? null, pixels: width * height },
    ]),
  )
}

async function hashesOf(rows: readonly ResultRow[], signal: AbortSignal): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const { id, originalFile } of sameSized(rows)) {
    const hash = signal.aborted ? null : await hashOf(originalFile, signal).catch(() => null)
    if (hash) hashes.set(id, hash)
  }
  return hashes
}
