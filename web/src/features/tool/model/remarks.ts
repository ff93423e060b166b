// What a row says about its image: sentences for failures, and remarks about the bytes.
import type { Facts } from '@/engine'
import { t } from '@/lib/messages'
import { isNoAnswer } from '@/lib/no-answer'
import { isOffline } from '@/lib/offline'
import { changeText } from '@/lib/sizes'

export const KEPT_ORIGINAL = t`Already small, left unchanged.`
export const LEFT_OUT = t`Left out of the download, because its metadata could not be removed.`
export const CANCELLED = t`Not processed: cancelled.`
export const INTERRUPTED = t`Not processed: the page was closed or reloaded.`

export function aiFailure(cause: unknown): string {
  return t`AI processing failed: ${reasonOf(cause)}. Using cleaned original name.`
}

export function processingFailure(cause: unknown): string {
  return t`Processing failed: ${reasonOf(cause)}. Using cleaned original name.`
}

/** The name was found before the pixels failed: it is kept. */
export function failureWithName(cause: unknown): string {
  return t`Processing failed: ${reasonOf(cause)}. The name is kept, the image is unchanged.`
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
  const why = format === sourceFormat ? t`what was added needs more space` : t`the new format needs more space`
  return t`Larger than before (${changeText(before, after)}): ${why}.`
}

const NO_NETWORK = t`You are offline. Retry when you are back online`
const NO_ANSWER = t`The server cannot be reached. Check your connection and retry`

/** The reason without its full stop, because a sentence goes on after it. */
export function reasonOf(cause: unknown): string {
  if (isNoAnswer(cause) || (cause as { code?: string })?.code === 'unreachable') {
    return isOffline() ? NO_NETWORK : NO_ANSWER
  }
  const message = cause instanceof Error && cause.message ? cause.message : t`An unexpected error occurred`
  return message.replace(/\.\s*$/, '')
}
