// What a model is told about an image, and under which words its name is remembered. Every place that asks for a name or looks
// for an earlier one asks here.
import type { ProcessingOptions } from '@/api/types'
import type { SheetRow } from '../model/sheet-store'
import { markOf, type Spelling, spellingOf } from './spelling'

type Words = Pick<ProcessingOptions, 'contextMode' | 'customContext'>

/** The person's own words for the model; empty in auto mode. */
function contextOf(options: Words): string {
  return options.contextMode === 'custom' ? options.customContext.trim() : ''
}

/** The person's words, and what the sheet says about this image. */
export function toldAbout(id: string, options: Words, sheet?: ReadonlyMap<string, SheetRow>): string {
  return [contextOf(options), sheet?.get(id)?.context].filter(Boolean).join(', ')
}

/** Names of one model or language are not another's: `service` is left out for the server's own and this device's. */
export function cacheKey(told: string, spelling: Partial<Spelling>, service: string | undefined): string {
  return [service, markOf(spellingOf(spelling)), told].filter(Boolean).join('\n')
}
