// The one cache of AI names in this tab, and how many of the batch's images it knows.
import { useEffect, useState } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { localStore } from '@/lib/web-storage'
import type { BatchImage } from '../model/image'
import { sheetRows, useSheet } from '../model/sheet-store'
import { usePerson } from '../model/tier'
import { useRules } from '../model/use-rules'
import { hashOf } from './hash-of'
import { NameCache } from './name-cache'
import { cacheKey, toldAbout } from './told'

export const namesCache = new NameCache({ now: () => Date.now(), storage: localStore })

/** Counts the images whose name is known. Files that cannot be known are not even hashed. */
export async function countKnown(
  images: BatchImage[],
  keyOf: (image: BatchImage) => string,
  signal: AbortSignal,
  better = false,
): Promise<number> {
  let known = 0
  for (const image of images) {
    if (signal.aborted) break
    const { file } = image
    const context = keyOf(image)
    if (!namesCache.mayKnow(file, context, better)) continue
    const hash = await hashOf(file, signal).catch(() => null)
    if (hash && namesCache.find(hash, file, context, better)) known += 1
  }
  return known
}

interface Asked {
  images: BatchImage[]
  options: ProcessingOptions
  service: string | undefined
  running: boolean
  /** Whether names of the quick model are not enough. */
  better: boolean
}

export function useKnownCount({ images, options, service, running, better }: Asked): number {
  const rules = useRules()
  const { plan } = usePerson()
  const sheet = useSheet((state) => state.bytes)
  // The words and the language alone: any other option changes no name that is known.
  const { contextMode, customContext, language, keepAccents } = options
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (running) return
    const rows = sheetRows(sheet, images, rules, plan)
    const keyOf = ({ id }: BatchImage) =>
      cacheKey(toldAbout(id, { contextMode, customContext }, rows), { language, keepAccents }, service)
    const controller = new AbortController()
    void countKnown(images, keyOf, controller.signal, better).then(
      (known) => !controller.signal.aborted && setCount(known),
    )
    return () => controller.abort()
  }, [images, contextMode, customContext, language, keepAccents, sheet, rules, plan, service, running, better])
  return Math.min(count, images.length)
}
