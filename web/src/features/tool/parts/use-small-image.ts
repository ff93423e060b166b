// A reduced copy of an image, made by the engine, as an address for as long as it is shown. Copies are kept by file and size:
// what scrolls back needs no new one.
import { useEffect, useState } from 'react'
import { engine } from '@/engine'
import { releaseUrl } from '@/lib/release-url'

const made = new WeakMap<Blob, Map<number, Blob>>()

export function useSmallImage(source: Blob, side: number): string | undefined {
  const [shown, show] = useState<{ source: Blob; url: string }>()
  useEffect(() => {
    const controller = new AbortController()
    const addresses: string[] = []
    const put = (blob: Blob) => {
      if (controller.signal.aborted) return
      const url = URL.createObjectURL(blob)
      addresses.push(url)
      show({ source, url })
    }
    const copies = copiesOf(source)
    const held = copies.get(side)
    // Until the right one is made, any other is better than none.
    const any = held ?? [...copies.values()].at(-1)
    if (any) put(any)
    if (!held) smallImage(source, side, controller.signal).then(put, () => undefined)
    return () => {
      controller.abort()
      addresses.forEach(releaseUrl)
    }
  }, [source, side])
  return shown?.source === source ? shown.url : undefined
}

/** Makes the copy that will be asked for next. */
export function prepareSmallImage(source: Blob, side: number, signal: AbortSignal): void {
  if (!copiesOf(source).has(side)) smallImage(source, side, signal).catch(() => undefined)
}

async function smallImage(source: Blob, side: number, signal: AbortSignal): Promise<Blob> {
  const { blob } = await engine.thumbnail(source, side, signal)
  copiesOf(source).set(side, blob)
  if (side >= LARGE) keepFew(source, side)
  return blob
}

const LARGE = 1000
const FEW = 12
const large: [source: Blob, side: number][] = []

/** Large copies are only kept around the place where the person is. */
function keepFew(source: Blob, side: number): void {
  large.push([source, side])
  const [oldest] = large.length > FEW ? large.splice(0, 1) : []
  if (oldest) copiesOf(oldest[0]).delete(oldest[1])
}

function copiesOf(source: Blob): Map<number, Blob> {
  const copies = made.get(source) ?? new Map<number, Blob>()
  made.set(source, copies)
  return copies
}
