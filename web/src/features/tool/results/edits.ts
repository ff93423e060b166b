// Every change that a person makes to the results goes through here, so that every one can be undone and done again.
import { counted } from '@/lib/counted'
import { useBatch } from '../batch-store'
import { putBack, remove } from '../upload/use-upload'
import { after, backward, type Change, editOf, forward, type Patches, removalOf, withBack } from './changes'
import { useResults } from './results-store'
import type { ResultRow } from './row'
import { nameAsGiven, nextSuggestion, otherNames } from './seen'

export function renameRow(row: ResultRow, suggestedName: string): void {
  edit(`Rename ${row.originalName}`, renames(new Map([[row.id, suggestedName]])))
}

export function renameRows(names: ReadonlyMap<string, string>): void {
  edit(`Rename ${counted(names.size, 'image')}`, renames(names))
}

export function takeNextSuggestion(row: ResultRow): void {
  if (otherNames(row).length === 0) return
  edit(`Another name for ${row.originalName}`, new Map([[row.id, { ...nextSuggestion(row), isEdited: true }]]))
}

/** One of the suggestions takes the name's place, and the name joins them. */
export function takeSuggestion(row: ResultRow, name: string): void {
  const alternatives = [...otherNames(row).filter((other) => other !== name), row.suggestedName]
  const patch = { suggestedName: name, alternatives, isEdited: true }
  edit(`Another name for ${row.originalName}`, new Map([[row.id, patch]]))
}

/** The names that the run gave. */
export function resetNames(rows: readonly ResultRow[]): void {
  const edited = rows.filter((row) => row.isEdited && row.givenName)
  edit(`Reset ${counted(edited.length, 'name')}`, patchesOf(edited, nameAsGiven))
}

export function writeWords(row: ResultRow, words: Partial<ResultRow['seen']>): void {
  edit(`Words for ${row.originalName}`, new Map([[row.id, { seen: { ...row.seen, ...words }, wordsEdited: true }]]))
}

/** Pictures leave with their results. */
export function removeRows(ids: readonly string[]): void {
  const { rows } = useResults.getState()
  const change = removalOf(`Remove ${counted(ids.length, 'image')}`, rows, useBatch.getState().pictures, new Set(ids))
  apply(change)
  useResults.setState((state) => after(state, change))
}

/** Gives back what was undone, to be said; nothing when there was nothing. */
export function undo(): Change | undefined {
  const step = backward(useResults.getState())
  if (!step) return undefined
  takeBack(step.change)
  useResults.setState(step.timeline)
  return step.change
}

export function redo(): Change | undefined {
  const step = forward(useResults.getState())
  if (!step) return undefined
  const change = asOfNow(step.change)
  apply(change)
  useResults.setState({ ...step.timeline, past: [...step.timeline.past.slice(0, -1), change] })
  return change
}

/** A picture that is taken out again leaves as it is now, with what a run has made of it since. */
function asOfNow(change: Change): Change {
  if (change.pictures.length === 0) return change
  const ids = new Set(change.pictures.map(({ item }) => item.id))
  return removalOf(change.label, useResults.getState().rows, useBatch.getState().pictures, ids)
}

function edit(label: string, patches: Patches): void {
  const change = editOf(label, useResults.getState().rows, patches)
  if (!change) return
  apply(change)
  useResults.setState((state) => after(state, change))
}

function apply({ after, rows, pictures }: Change): void {
  if (after.size > 0) useResults.getState().patch(asGiven(after))
  if (rows.length > 0) useResults.getState().remove(new Set(rows.map(({ item }) => item.id)))
  for (const { item } of pictures) remove(item.id)
}

function takeBack({ before, rows, pictures }: Change): void {
  if (before.size > 0) useResults.getState().patch(asGiven(before))
  if (pictures.length > 0) putBack(pictures)
  if (rows.length > 0)
    useResults.setState((state) => ({
      rows: withBack(
        state.rows,
        rows.map(({ item, at }) => ({ at, item: freshHandle(item) })),
      ),
    }))
}

/** A name that nobody has changed is the one of the last run, which may have given another. */
function asGiven(patches: Patches): Patches {
  const { rows } = useResults.getState()
  const given = rows.filter((row) => row.givenName && patches.get(row.id)?.isEdited === false)
  return new Map([...patches, ...patchesOf(given, (row) => ({ ...patches.get(row.id), ...nameAsGiven(row) }))])
}

/** The same bytes under a new handle: what was written down went with the row, and is written again when it is another. */
export function freshHandle(row: ResultRow): ResultRow {
  const { output } = row
  return { ...row, output: output?.slice(0, output.size, output.type) ?? null }
}

function renames(names: ReadonlyMap<string, string>): Patches {
  const { rows } = useResults.getState()
  const changed = rows.filter((row) => names.has(row.id) && names.get(row.id) !== row.suggestedName)
  return patchesOf(changed, (row) => ({ suggestedName: names.get(row.id) ?? row.suggestedName, isEdited: true }))
}

function patchesOf(rows: readonly ResultRow[], patch: (row: ResultRow) => Partial<ResultRow>): Patches {
  return new Map(rows.map((row) => [row.id, patch(row)]))
}
