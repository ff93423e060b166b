// The one cache of AI names in this tab, and how many of the batch's pictures it knows.
import { useEffect, useState } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { localStore } from '@/lib/web-storage'
import type { Picture } from '../model/image'
import { hashOf } from './hash-of'
import { contextOf, NameCache } from './name-cache'

export const namesCache = new NameCache({ now: () => Date.now(), storage: localStore })

/** Counts the pictures whose name is known. Files that cannot be known are not even hashed. */
export async function countKnown(pictures: Picture[], context: string, signal: AbortSignal): Promise<number> {
  let known = 0
  for (const { file } of pictures) {
    if (signal.aborted) break
    if (!namesCache.mayKnow(file, context)) continue
    const hash = await hashOf(file, signal).catch(() => null)
    if (hash && namesCache.find(hash, file, context)) known += 1
  }
  return known
}

export function useKnownCount(pictures: Picture[], options: ProcessingOptions, running: boolean): number {
  const context = contextOf(options)
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (running) return
    const controller = new AbortController()
    void countKnown(pictures, context, controller.signal).then((known) => !controller.signal.aborted && setCount(known))
    return () => controller.abort()
  }, [pictures, context, running])
  return Math.min(count, pictures.length)
}
