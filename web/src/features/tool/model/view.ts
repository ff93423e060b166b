// Which rows are shown and in which order. The screen holds on to the answer, so that nothing jumps while names change.
import { isAlike } from './duplicates-store'
import type { FinalName } from './final-names'
import { canRetry, isUndone, type ResultRow } from './row'
import { isUnsure } from './seen'

export const FILTERS = ['all', 'failed', 'undone', 'unsure', 'cached', 'edited', 'alike'] as const
export type Filter = (typeof FILTERS)[number]

export const SORTS = ['added', 'name', 'original', 'size', 'saved', 'state'] as const
export type Sort = (typeof SORTS)[number]

export interface View {
  filter: Filter
  sort: Sort
  /** From the end to the beginning. */
  down: boolean
}

export const EVERYTHING: View = { filter: 'all', sort: 'added', down: false }

const BELONGS: Record<Filter, (row: ResultRow) => boolean> = {
  all: () => true,
  failed: (row) => canRetry(row) && !isUndone(row),
  undone: isUndone,
  unsure: isUnsure,
  cached: (row) => row.fromCache,
  edited: (row) => row.isEdited,
  alike: isAlike,
}

export function countsOf(rows: readonly ResultRow[]): Record<Filter, number> {
  const counted = FILTERS.map((filter) => [filter, rows.filter(BELONGS[filter]).length])
  return Object.fromEntries(counted) as Record<Filter, number>
}

type Names = ReadonlyMap<string, FinalName>

/** The ids of the rows to show, in order. Equals stay as they were added. */
export function shownIds(rows: readonly ResultRow[], names: Names, { filter, sort, down }: View): string[] {
  const compare = ORDER[sort]
  const turn = down ? -1 : 1
  const shown = rows.filter(BELONGS[filter])
  if (compare) shown.sort((a, b) => turn * compare(a, b, names))
  else if (down) shown.reverse()
  return shown.map(({ id }) => id)
}

/** People read 2 before 10. */
const { compare: byText } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const ORDER: Record<Sort, ((a: ResultRow, b: ResultRow, names: Names) => number) | null> = {
  added: null,
  name: (a, b, names) => byText(names.get(a.id)?.name ?? '', names.get(b.id)?.name ?? ''),
  original: (a, b) => byText(`${a.folder}/${a.originalName}`, `${b.folder}/${b.originalName}`),
  size: (a, b) => sizeOf(a) - sizeOf(b),
  saved: (a, b) => savedOf(a) - savedOf(b),
  state: (a, b) => rankOf(a) - rankOf(b),
}

function sizeOf({ output, originalFile }: ResultRow): number {
  return output?.size ?? originalFile.size
}

/** Bytes saved; less than nothing when the result is larger. */
export function savedOf({ output, originalFile }: ResultRow): number {
  return output ? originalFile.size - output.size : 0
}

/** What needs a person comes first. */
function rankOf(row: ResultRow): number {
  const ranks = { failed: 0, cancelled: 1, waiting: 2, working: 3, done: 6 }
  if (row.state !== 'done') return ranks[row.state]
  return row.error !== null ? 4 : isUnsure(row) ? 5 : ranks.done
}

/** Choosing a sort again turns it around. */
export function sortedBy(view: View, sort: Sort): View {
  return view.sort === sort ? { ...view, down: !view.down } : sortedFresh(view, sort)
}

/** A sort from its own beginning: sizes start with the largest, everything else with the first. */
export function sortedFresh(view: View, sort: Sort): View {
  return { ...view, sort, down: sort === 'size' || sort === 'saved' }
}
