// Every change that a person makes to the results goes through here, so that every one can be undone and done again.
import { counted } from '@/lib/counted'
import { useBatch } from '../batch-store'
import { putBack, remove } from '../upload/use-upload'
import { after, backward, type Change, editOf, forward, type Patches, removalOf, type Taken, withBack } from './changes'
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

/** The names that the run gave. */
export function resetNames(rows: readonly ResultRow[]): void {
  const edited = rows.filter((row) => row.isEdited && row.givenName)
  edit(`Reset ${counted(edited.length, 'name')}`, patchesOf(edited, nameAsGiven))
}

export function writeWords(row: ResultRow, words: Partial<ResultRow['seen']>): void {
  edit(`Words for ${row.originalName}`, new Map([[row.id, { seen: { ...row.seen, ...words } }]]))
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
  apply(step.change)
  useResults.setState(step.timeline)
  return step.change
}

function edit(label: string, patches: Patches): void {
  const change = editOf(label, useResults.getState().rows, patches)
  if (!change) return
  apply(change)
  useResults.setState((state) => after(state, change))
}

function apply({ after, rows, pictures }: Change): void {
  if (after.size > 0) useResults.getState().patch(after)
  if (rows.length === 0) return
  useResults.getState().remove(new Set(rows.map(({ item }) => item.id)))
  for (const { item } of pictures) remove(item.id)
}

function takeBack({ before, rows, pictures }: Change): void {
  if (before.size > 0) useResults.getState().patch(before)
  if (rows.length === 0) return
  putBack(pictures)
  useResults.setState((state) => ({ rows: withBack(state.rows, rows.map(freshHandle)) }))
}

/** The same bytes under a new handle: what was written down went with the row, and is written again when it is another. */
function freshHandle({ item, at }: Taken<ResultRow>): Taken<ResultRow> {
  const { output } = item
  return { at, item: { ...item, output: output?.slice(0, output.size, output.type) ?? null } }
}

function renames(names: ReadonlyMap<string, string>): Patches {
  const { rows } = useResults.getState()
  const changed = rows.filter((row) => names.has(row.id) && names.get(row.id) !== row.suggestedName)
  return patchesOf(changed, (row) => ({ suggestedName: names.get(row.id) ?? row.suggestedName, isEdited: true }))
}

function patchesOf(rows: readonly ResultRow[], patch: (row: ResultRow) => Partial<ResultRow>): Patches {
  return new Map(rows.map((row) => [row.id, patch(row)]))
}
