// The words of the process button and of the notes around it, by how many images are known already.
import { counted } from '@/lib/counted'

/** `noModel`: none can be asked now, so that new images get their cleaned names. */
export function processButtonText(total: number, cached: number, keepNames = false, noModel = false): string {
  if (keepNames) return `Process ${total} Images (No AI Credits)`
  if (total > 0 && cached === total) return `Apply Changes to ${total} Images (No AI Credits)`
  if (cached > 0) return `Process ${total - cached} New Images + Apply to ${cached} Cached`
  return `Process ${total} Images ${noModel ? 'Without' : 'with'} AI`
}

export function smartModeText(total: number, cached: number): string {
  return `${counted(cached, 'image')} with cached analysis (no AI credits), ${total - cached} new.`
}
