// What a model said about an image besides its name: how sure it was, a sentence, search words.
import bounds from 'virtual:bounds'

/** How an image was seen; the same fields from the server and from this device. */
export interface Seen {
  /** 0 to 1; null when the model does not say. */
  confidence: number | null
  altText: string
  keywords: string[]
  /** Nearly the same in near-duplicates. */
  fingerprint: string
  /** Whether the person's words changed the name; only said by a model that was given some and can tell. */
  contextUsed?: boolean
  /** Which model of this device said so; left out where another did. */
  model?: 'quick' | 'best'
  /** Which service or program said so, as names are remembered; left out where the server's or this device's model did. */
  service?: string
  /** Whether the name says next to nothing: "food", "two-people". */
  bland?: boolean
  /** How well the image came out, to be compared with others of the same scene; higher is better. */
  shot?: number
}

export const NOTHING_SEEN: Seen = { confidence: null, altText: '', keywords: [], fingerprint: '' }

/** The fields of an answer that may be older than this page, or come from a model that gives none. */
export function seenOf(answer: { [Field in keyof Seen]?: Seen[Field] | null | undefined }): Seen {
  const { confidence, altText, keywords, fingerprint, contextUsed, model, service, bland, shot } = answer
  return {
    confidence: confidence ?? null,
    altText: altText ?? '',
    keywords: keywords ?? [],
    fingerprint: fingerprint ?? '',
    ...(typeof contextUsed === 'boolean' ? { contextUsed } : {}),
    ...(model ? { model } : {}),
    ...(service ? { service } : {}),
    ...(bland ? { bland } : {}),
    ...(typeof shot === 'number' ? { shot } : {}),
  }
}

/** Whether the model was not sure of a name, whatever has become of it since. */
function wasUnsure({ seen }: { seen: Seen }): boolean {
  return seen.confidence !== null && seen.confidence < bounds.unsure
}

/** Whether a name should still be looked at: nobody has changed it. */
export function isUnsure(row: { seen: Seen; isEdited: boolean }): boolean {
  return !row.isEdited && wasUnsure(row)
}

/** Whether another model may say more: the name is unsure or bland, and nobody has changed it. */
export function couldBeBetter(row: { seen: Seen; isEdited: boolean }): boolean {
  return !row.isEdited && (row.seen.bland === true || wasUnsure(row))
}

/** How sure the model was of the name that is there, 0 to 100; null when it does not say, or when a person chose the name. */
export function percentSure(row: { seen: Seen; isEdited: boolean }): number | null {
  const { confidence } = row.seen
  return confidence === null || row.isEdited ? null : Math.round(confidence * 100)
}

interface Named {
  suggestedName: string
  alternatives: string[]
}

/** The suggestions that are not the name already: a batch may have settled on one of them. */
export function otherNames({ suggestedName, alternatives }: Named): string[] {
  return alternatives.filter((name) => name !== suggestedName)
}

/** The next suggestion takes the name's place, and the name goes to the end: one key goes through all and back. */
export function nextSuggestion({ suggestedName, alternatives }: Named): Named {
  const [next, ...rest] = otherNames({ suggestedName, alternatives })
  if (next === undefined) return { suggestedName, alternatives }
  return { suggestedName: next, alternatives: [...rest, suggestedName] }
}

/** The name that the run gave, and the suggestions in their first order. */
export function nameAsGiven({ suggestedName, givenName, alternatives }: Named & { givenName: string }) {
  const all = [suggestedName, ...alternatives]
  const at = all.indexOf(givenName)
  const others = at < 0 ? alternatives : [...all.slice(at + 1), ...all.slice(0, at)]
  return { suggestedName: givenName, alternatives: others, isEdited: false }
}

export function keywordsOf(text: string): string[] {
  const words = text.split(/[,;\n]/).map((word) => word.trim())
  return [...new Set(words.filter((word) => word !== ''))].slice(0, bounds.keywords)
}
