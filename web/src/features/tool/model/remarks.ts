// What a row says about its image: the spec's fallback sentences and calm remarks about the bytes.
import type { Facts } from '@/engine'
import { isNoAnswer } from '@/lib/no-answer'
import { isOffline } from '@/lib/offline'
import { changeText } from '@/lib/sizes'

const KEPT_ORIGINAL = 'Already small: kept as it was.'
export const LEFT_OUT = 'Left out of the download, because its metadata could not be removed.'
export const CANCELLED = 'Not processed: cancelled.'
export const INTERRUPTED = 'Not processed: the page was closed or reloaded.'

export function aiFailure(cause: unknown): string {
  return `AI processing failed: ${reasonOf(cause)}. Using cleaned original name.`
}

export function processingFailure(cause: unknown): string {
  return `Processing failed: ${reasonOf(cause)}. Using cleaned original name.`
}

/** The name was found before the pixels failed: it is kept. */
export function failureWithName(cause: unknown): string {
  return `Processing failed: ${reasonOf(cause)}. The name is kept, the image is as it was.`
}

/** What there is to say about the bytes that a run has made of an image. */
export function remarksOn(facts: Facts, before: number, after: number): string[] {
  // Less than half a percent is nothing to speak of.
  const grown = after > before && changeText(before, after) !== '' && !facts.keptOriginal
  return [
    ...(facts.keptOriginal ? [KEPT_ORIGINAL] : []),
    ...(grown ? [grownRemark(facts, before, after)] : []),
    ...facts.warnings,
  ]
}

function grownRemark({ format, sourceFormat }: Facts, before: number, after: number): string {
  const why = format === sourceFormat ? 'what was added takes more room' : 'the new format takes more room for it'
  return `Larger than before (${changeText(before, after)}): ${why}.`
}

const NO_NETWORK = 'There is no network. Retry when it is back'
const NO_ANSWER = 'The server cannot be reached. Check your connection and retry'

/** The reason without its full stop, because a sentence goes on after it. */
export function reasonOf(cause: unknown): string {
  if (isNoAnswer(cause) || (cause as { code?: string })?.code === 'unreachable') {
    return isOffline() ? NO_NETWORK : NO_ANSWER
  }
  const message = cause instanceof Error && cause.message ? cause.message : 'An unexpected error occurred'
  return message.replace(/\.\s*$/, '')
}
