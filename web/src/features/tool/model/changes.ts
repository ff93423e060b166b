// What a person changed, so that it can be undone and done again. A change holds only the fields it touched: what a run has
// made of the rows since then stays. Pure; edits.ts applies it to the stores.
import type { BatchImage } from './image'
import type { ResultRow } from './row'

export type Patches = ReadonlyMap<string, Partial<ResultRow>>

/** Something taken out of a list, and where it was. */
export interface Taken<Item> {
  item: Item
  at: number
}

export interface Change {
  /** "Rename 3 images", for the button. */
  label: string
  before: Patches
  after: Patches
  rows: Taken<ResultRow>[]
  images: Taken<BatchImage>[]
  /** The ids of the batch, where images were moved. */
  order?: { before: readonly string[]; after: readonly string[] }
}

/** The change that these patches make; null when they change nothing. */
export function editOf(label: string, rows: readonly ResultRow[], patches: Patches): Change | null {
  const before = new Map<string, Partial<ResultRow>>()
  const after = new Map<string, Partial<ResultRow>>()
  for (const row of rows) {
    const patch = patches.get(row.id)
    if (!patch || !changes(row, patch)) continue
    before.set(row.id, pick(row, patch))
    after.set(row.id, patch)
  }
  return after.size === 0 ? null : { label, before, after, rows: [], images: [] }
}

export function removalOf(
  label: string,
  rows: readonly ResultRow[],
  images: readonly BatchImage[],
  ids: ReadonlySet<string>,
): Change {
  return { label, before: new Map(), after: new Map(), rows: taken(rows, ids), images: taken(images, ids) }
}

/** The list with everything back in its place. */
export function withBack<Item extends { id: string }>(items: readonly Item[], out: readonly Taken<Item>[]): Item[] {
  const list = [...items]
  for (const { item, at } of out) if (!list.some(({ id }) => id === item.id)) list.splice(at, 0, item)
  return list
}

function taken<Item extends { id: string }>(items: readonly Item[], ids: ReadonlySet<string>): Taken<Item>[] {
  return items.flatMap((item, at) => (ids.has(item.id) ? [{ item, at }] : []))
}

function changes(row: ResultRow, patch: Partial<ResultRow>): boolean {
  return Object.entries(patch).some(([field, value]) => row[field as keyof ResultRow] !== value)
}

function pick(row: ResultRow, patch: Partial<ResultRow>): Partial<ResultRow> {
  return Object.fromEntries(Object.keys(patch).map((field) => [field, row[field as keyof ResultRow]]))
}

export interface Timeline {
  past: readonly Change[]
  future: readonly Change[]
}

export const NO_CHANGES: Timeline = { past: [], future: [] }

/** So many can be undone. */
const LONGEST = 500

/** A new change; what was undone before it cannot come back. */
export function after({ past }: Timeline, change: Change): Timeline {
  return { past: [...past, change].slice(-LONGEST), future: [] }
}

/** The change to take back and the timeline then; null when there is none. */
export function backward({ past, future }: Timeline): { change: Change; timeline: Timeline } | null {
  const change = past.at(-1)
  return change ? { change, timeline: { past: past.slice(0, -1), future: [change, ...future] } } : null
}

export function forward({ past, future }: Timeline): { change: Change; timeline: Timeline } | null {
  const [change, ...rest] = future
  return change ? { change, timeline: { past: [...past, change], future: rest } } : null
}
