// The rules inside React: a component that asks for them waits under the nearest Suspense boundary.
import { use } from 'react'
import type { ProcessingOptions } from '@/api/types'
import { loadRules, type Rules } from '@/engine/rules'

export function useRules(): Rules {
  return use(lightRules())
}

let light: Promise<Rules> | undefined
let loaded: Rules | undefined

/** A failure is kept too: React asks again with every drawing, and only a reload of the page can help by then. */
export function lightRules(load = loadRules): Promise<Rules> {
  light ??= load().then((rules) => {
    loaded = withoutImages(rules)
    return loaded
  })
  return light
}

/** The rules, where a screen has loaded them already. */
export function rulesNow(): Rules | undefined {
  return loaded
}

/**
 * No rule looks at the watermark image, but as a data URL of megabytes it would be written and read as JSON with
 * every call. It stays on this side.
 */
export function withoutImages(rules: Rules): Rules {
  const bare = (options: ProcessingOptions) => ({ ...options, imageWatermarkFile: null })
  return {
    ...rules,
    composeName: (parts, options) => rules.composeName(parts, bare(options)),
    ownWords: (said, options, scene) => rules.ownWords(said, bare(options), scene),
    optionProblems: (options) => rules.optionProblems(bare(options)),
    asksForWords: (options) => rules.asksForWords(bare(options)),
    withWords: (options, words) => {
      const { imageWatermarkFile } = options
      return { ...rules.withWords(bare(options), words), imageWatermarkFile }
    },
    coerceOptions: (options, tier) => {
      const coerced = rules.coerceOptions(bare(options), tier)
      return { ...coerced, options: { ...coerced.options, imageWatermarkFile: options.imageWatermarkFile } }
    },
  }
}
