// Makes the chosen image with the options as they are, in a worker, a moment after the last change. A trial that is no longer
// wanted is called off; the last one stays on screen until there is another.
import { useEffect } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { engine } from '@/engine'
import { useComparison } from '../model/comparison-store'
import type { BatchImage } from '../model/image'
import { reasonOf } from '../model/remarks'

const AFTER_MS = 200

/** `options` keeps its identity while nothing changes; null where they cannot be tried. */
export function useTrial(image: BatchImage | undefined, options: ProcessingOptions | null): void {
  useEffect(() => {
    if (!image || !options) return useComparison.setState({ making: false })
    const controller = new AbortController()
    useComparison.setState(({ tried }) => ({ making: true, tried: tried?.image.id === image.id ? tried : null }))
    const timer = setTimeout(() => {
      engine.processNow(image.file, options, controller.signal).then(
        ({ blob, facts }) => {
          const tried = { image, output: blob, facts }
          if (!controller.signal.aborted) useComparison.setState({ tried, making: false, failure: null })
        },
        (cause) => {
          const failure = `${reasonOf(cause)}.`
          if (!controller.signal.aborted) useComparison.setState({ tried: null, making: false, failure })
        },
      )
    }, AFTER_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [image, options])
}
