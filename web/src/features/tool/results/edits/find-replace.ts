// Renaming many at once: find and replace in the new names, with plain text or a regular expression, or text around them.
import { t } from '@/lib/messages'
import type { ResultRow } from '../../model/row'

export interface FindReplace {
  find: string
  replace: string
  matchCase: boolean
  regex: boolean
}

export interface Around {
  before: string
  after: string
}

export interface Renaming {
  names: Map<string, string>
  /** Why nothing can be done; null when the request is fine. */
  error: string | null
}

type Clean = (text: string) => string

/** The names that would change. `{n}` in the replacement is the row's number. */
export function findAndReplace(rows: readonly ResultRow[], request: FindReplace, clean: Clean): Renaming {
  if (!request.find) return { names: new Map(), error: null }
  const pattern = patternOf(request)
  if (!pattern) return { names: new Map(), error: t`This is not a valid regular expression.` }
  const names = renaming(rows, clean, (name, n) => {
    const replacement = request.replace.replaceAll('{n}', n)
    return request.regex ? name.replace(pattern, replacement) : name.replace(pattern, () => replacement)
  })
  return { names, error: null }
}

/** The names with something before or after them; the separator comes by itself. */
export function putAround(rows: readonly ResultRow[], { before, after }: Around, clean: Clean): Renaming {
  const names = renaming(rows, clean, (name, n) =>
    [before, name, after]
      .map((part) => (part === name ? part : part.replaceAll('{n}', n).trim()))
      .filter(Boolean)
      .join(' '),
  )
  return { names, error: null }
}

/** Only what really becomes another name; a name is never replaced by nothing. */
function renaming(rows: readonly ResultRow[], clean: Clean, change: (name: string, n: string) => string) {
  const names = new Map<string, string>()
  for (const [at, { id, suggestedName }] of rows.entries()) {
    if (!suggestedName) continue
    const changed = change(suggestedName, String(at + 1))
    const name = changed === suggestedName ? '' : clean(changed)
    if (name && name !== suggestedName) names.set(id, name)
  }
  return names
}

function patternOf({ find, matchCase, regex }: FindReplace): RegExp | null {
  try {
    return new RegExp(regex ? find : find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), matchCase ? 'gu' : 'giu')
  } catch {
    return null
  }
}
