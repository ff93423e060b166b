// The one cache of AI names in this tab, and how many of the batch's images it knows.
import { useEffect, useState } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { localStore } from '@/lib/web-storage'
import type { BatchImage } from '../model/image'
import { hashOf } from './hash-of'
import { contextOf, NameCache } from './name-cache'

export const namesCache = new NameCache({ now: () => Date.now(), storage: localStore })

/** Counts the images whose name is known. Files that cannot be known are not even hashed. */
export async function countKnown(
  images: BatchImage[],
  context: string,
  signal: AbortSignal,
  better = false,
): Promise<number> {
  let known = 0
  for (const { file } of images) {
    if (signal.aborted) break
    if (!namesCache.mayKnow(file, context, better)) continue
    const hash = await hashOf(file, signal).catch(() => null)
    if (hash && namesCache.find(hash, file, context, better)) known += 1
  }
  return known
}

export function useKnownCount(
  images: BatchImage[],
  options: ProcessingOptions,
  running: boolean,
  better = false,
): number {
  const context = contextOf(options)
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (running) return
    const controller = new AbortController()
    void countKnown(images, context, controller.signal, better).then(
      (known) => !controller.signal.aborted && setCount(known),
    )
    return () => controller.abort()
  }, [images, context, running, better])
  return Math.min(count, images.length)
}
