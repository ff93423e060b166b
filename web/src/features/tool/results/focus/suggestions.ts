// The other names of an image in an order that stays while it is shown: a digit keeps its meaning.
import { useRef } from 'react'
import type { ResultRow } from '../../model/row'

/** As many as there are digits. */
const MOST = 9

export function useSuggestions(row: ResultRow): string[] {
  const held = useRef<{ key: string; names: string[] }>(undefined)
  const key = `${row.id} ${row.givenName}`
  if (held.current?.key !== key) held.current = { key, names: suggestionsOf(row) }
  return held.current.names
}

/** Every name that was offered besides the one that the run gave. */
export function suggestionsOf({ givenName, suggestedName, alternatives, isEdited }: ResultRow): string[] {
  const given = givenName || suggestedName
  const offered = isEdited && alternatives.includes(given) ? [suggestedName, ...alternatives] : alternatives
  return [...new Set(offered)].filter((name) => name !== given).slice(0, MOST)
}
