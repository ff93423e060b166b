// What can be undone, on its way through a reload. Changes are written as one record; a removed image is put aside with its
// bytes in one of its own, once, because the history is written anew with every change.
import { type Change, NO_CHANGES, type Taken, type Timeline } from '../model/changes'
import type { BatchImage } from '../model/image'
import type { ResultRow } from '../model/row'
import { one } from './database'
import { ownBatch } from './own-batch'
import { inBatch } from './stored-files'

type Place = { id: string; at: number }
// `pictures` and `picture` are persisted; do not rename.
type StoredChange = Omit<Change, 'rows' | 'images'> & { rows: Place[]; pictures: Place[] }

interface StoredTimeline {
  id: string
  batch: string
  past: StoredChange[]
  future: StoredChange[]
}

interface PutAside {
  id: string
  batch: string
  picture: BatchImage
  row: Omit<ResultRow, 'originalFile'> | null
}

/** So many changes are written: a person seldom goes further back in another visit. */
const KEPT = 100

/** The removed rows as they were written: a run makes others of them. */
let written = new Map<string, ResultRow | null>()

export async function keepHistory(timeline: Timeline): Promise<void> {
  const batch = await ownBatch()
  const past = timeline.past.slice(-KEPT)
  const out = new Map(past.flatMap((change) => removedBy(change, batch)).map((record) => [record.id, record]))
  // Asked, not remembered: clearing the batch takes everything away.
  const there = new Set((await inBatch<{ id: string }>('history')).map(({ id }) => id))
  for (const [id, { source, ...record }] of out) {
    if (there.has(id) && written.get(id) === source) continue
    await one('history', 'readwrite', (store) => store.put(record satisfies PutAside))
  }
  written = new Map([...out].map(([id, { source }]) => [id, source]))
  const plain = { past: past.map(placesOf), future: timeline.future.slice(0, KEPT).map(placesOf) }
  const empty = plain.past.length + plain.future.length === 0
  if (!empty)
    await one('history', 'readwrite', (store) => store.put({ id: batch, batch, ...plain } satisfies StoredTimeline))
  for (const id of there) {
    if (!out.has(id) && (empty || id !== batch)) await one('history', 'readwrite', (store) => store.delete(id))
  }
}

/** Rows and images are those that are there: what was undone would take them out again. */
export async function restoreHistory(images: readonly BatchImage[], rows: readonly ResultRow[]): Promise<Timeline> {
  const batch = await ownBatch()
  const stored = await inBatch<StoredTimeline | PutAside>('history')
  const timeline = stored.find((record): record is StoredTimeline => record.id === batch)
  const out = stored.filter((record): record is PutAside => 'picture' in record)
  if (!timeline) return NO_CHANGES
  const rowsOut = out.flatMap(({ picture, row }) => (row ? [{ ...row, originalFile: picture.file }] : []))
  const rowOf = new Map(rowsOut.map((row) => [row.id, row]))
  written = new Map(out.map(({ id, picture }) => [id, rowOf.get(picture.id) ?? null]))
  const back = ({ rows: rowPlaces, pictures: imagePlaces, ...change }: StoredChange): Change => ({
    ...change,
    rows: found([...rowsOut, ...rows], rowPlaces),
    images: found([...out.map(({ picture }) => picture), ...images], imagePlaces),
  })
  const says = ({ after, images, order }: Change) => after.size > 0 || images.length > 0 || order !== undefined
  return { past: timeline.past.map(back).filter(says), future: timeline.future.map(back).filter(says) }
}

function removedBy({ images, rows }: Change, batch: string): (PutAside & { source: ResultRow | null })[] {
  return images.map(({ item: image }) => {
    const source = rows.find(({ item }) => item.id === image.id)?.item ?? null
    return { id: `aside/${image.id}`, batch, picture: image, row: source && withoutFile(source), source }
  })
}

/** The image beside it has the file. */
function withoutFile({ originalFile: _, ...row }: ResultRow): PutAside['row'] {
  return row
}

function placesOf({ rows, images, ...change }: Change): StoredChange {
  const place = ({ item, at }: Taken<{ id: string }>): Place => ({ id: item.id, at })
  return { ...change, rows: rows.map(place), pictures: images.map(place) }
}

function found<Item extends { id: string }>(items: readonly Item[], places: Place[]): Taken<Item>[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  return places.flatMap(({ id, at }) => {
    const item = byId.get(id)
    return item ? [{ item, at }] : []
  })
}
