// Renaming all: find and replace in the new names, with plain text or a regular expression.
import type { ResultRow } from './row'

export interface FindReplace {
  find: string
  replace: string
  matchCase: boolean
  regex: boolean
}

export interface Renaming {
  names: Map<string, string>
  /** Why nothing can be done; null when the request is fine. */
  error: string | null
}

/** The names that would change. `{n}` in the replacement is the row's number. */
export function findAndReplace(
  rows: readonly ResultRow[],
  request: FindReplace,
  clean: (text: string) => string,
): Renaming {
  const names = new Map<string, string>()
  if (!request.find) return { names, error: null }
  const pattern = patternOf(request)
  if (!pattern) return { names, error: 'This is not a valid regular expression.' }
  for (const [at, row] of rows.entries()) {
    const replacement = request.replace.replaceAll('{n}', String(at + 1))
    const changed = request.regex
      ? row.suggestedName.replace(pattern, replacement)
      : row.suggestedName.replace(pattern, () => replacement)
    const name = changed === row.suggestedName ? '' : clean(changed)
    if (name && name !== row.suggestedName) names.set(row.id, name)
  }
  return { names, error: null }
}

function patternOf({ find, matchCase, regex }: FindReplace): RegExp | null {
  try {
    return new RegExp(regex ? find : find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), matchCase ? 'gu' : 'giu')
  } catch {
    return null
  }
}
