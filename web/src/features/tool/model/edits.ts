// Every change that a person makes to names and words goes through here, so that it can be undone and redone.
import { plural, t } from '@/lib/messages'
import { after, type Change, editOf, type Patches } from './changes'
import { useResults } from './results-store'
import type { ResultRow } from './row'
import { nameAsGiven, nextSuggestion, otherNames } from './seen'

export function renameRow(row: ResultRow, suggestedName: string): void {
  edit(t`Rename ${row.originalName}`, renames(new Map([[row.id, suggestedName]])))
}

export function renameRows(names: ReadonlyMap<string, string>): void {
  edit(t`Rename ${plural(names.size, { one: '# image', other: '# images' })}`, renames(names))
}

export function takeNextSuggestion(row: ResultRow): void {
  if (otherNames(row).length === 0) return
  edit(t`Another name for ${row.originalName}`, new Map([[row.id, { ...nextSuggestion(row), isEdited: true }]]))
}

/** One of the suggestions takes the name's place, and the name joins them. */
export function takeSuggestion(row: ResultRow, name: string): void {
  const alternatives = [...otherNames(row).filter((other) => other !== name), row.suggestedName]
  const patch = { suggestedName: name, alternatives, isEdited: true }
  edit(t`Another name for ${row.originalName}`, new Map([[row.id, patch]]))
}

/** The names that the run gave. */
export function resetNames(rows: readonly ResultRow[]): void {
  const edited = rows.filter((row) => row.isEdited && row.givenName)
  edit(t`Reset ${plural(edited.length, { one: '# name', other: '# names' })}`, patchesOf(edited, nameAsGiven))
}

/** Names that another model gave, all as one change. */
export function takeBetterNames(patches: Patches): void {
  edit(t`Better names for ${plural(patches.size, { one: '# image', other: '# images' })}`, patches)
}

export function writeWords(row: ResultRow, words: Partial<ResultRow['seen']>): void {
  edit(
    t`Alt text and keywords for ${row.originalName}`,
    new Map([[row.id, { seen: { ...row.seen, ...words }, wordsEdited: true }]]),
  )
}

function edit(label: string, patches: Patches): void {
  const change = editOf(label, useResults.getState().rows, patches)
  if (!change) return
  patchRows(change.after)
  record(change)
}

/** A change that was made becomes the next one to undo. */
export function record(change: Change): void {
  useResults.setState((state) => after(state, change))
}

export function patchRows(patches: Patches): void {
  if (patches.size > 0) useResults.getState().patch(asGiven(patches))
}

/** A name that nobody has changed is the one of the last run, which may have given another. */
function asGiven(patches: Patches): Patches {
  const { rows } = useResults.getState()
  const given = rows.filter((row) => row.givenName && patches.get(row.id)?.isEdited === false)
  return new Map([...patches, ...patchesOf(given, (row) => ({ ...patches.get(row.id), ...nameAsGiven(row) }))])
}

function renames(names: ReadonlyMap<string, string>): Patches {
  const { rows } = useResults.getState()
  const changed = rows.filter((row) => names.has(row.id) && names.get(row.id) !== row.suggestedName)
  return patchesOf(changed, (row) => ({ suggestedName: names.get(row.id) ?? row.suggestedName, isEdited: true }))
}

function patchesOf(rows: readonly ResultRow[], patch: (row: ResultRow) => Partial<ResultRow>): Patches {
  return new Map(rows.map((row) => [row.id, patch(row)]))
}
