// An image as the browser can show it: the file itself, or a copy by the engine for formats that browsers do not know.
import { useEffect, useState } from 'react'
import { engine } from '@/engine'
import type { BatchImage } from '../model/image'

const SHOWN_BY_BROWSERS = new Set(['jpeg', 'png', 'webp', 'gif', 'bmp', 'avif'])
const COPY_SIDE = 2400

/** Undefined until there is one. */
export function useShownFile({ file, inspection }: BatchImage): Blob | undefined {
  const direct = SHOWN_BY_BROWSERS.has(inspection.format)
  const [copy, setCopy] = useState<{ of: File; blob: Blob }>()
  useEffect(() => {
    if (direct) return
    const controller = new AbortController()
    engine.thumbnail(file, COPY_SIDE, controller.signal).then(
      ({ blob }) => setCopy({ of: file, blob }),
      () => undefined,
    )
    return () => controller.abort()
  }, [file, direct])
  return direct ? file : copy?.of === file ? copy.blob : undefined
}
