// The order of the batch, which `{n}` counts. Moving images numbers their names again; names that were typed stay.
import type { ProcessingOptions } from '@/api/types'
import type { Rules } from '@/engine/rules'
import { plural, t } from '@/lib/messages'
import { useBatch } from './batch-store'
import { composedNames } from './composed-name'
import { record } from './edits'
import type { BatchImage } from './image'
import { useResults } from './results-store'
import type { ResultRow } from './row'

type Compose = Pick<Rules, 'composeName'>

/** The ids with some of them moved beside another one; the same list when that changes nothing. */
export function orderWith(
  order: readonly string[],
  moved: ReadonlySet<string>,
  beside: string,
  after: boolean,
): readonly string[] {
  if (moved.has(beside) || !order.includes(beside)) return order
  const rest = order.filter((id) => !moved.has(id))
  const at = rest.indexOf(beside) + (after ? 1 : 0)
  const next = [...rest.slice(0, at), ...order.filter((id) => moved.has(id)), ...rest.slice(at)]
  return next.every((id, place) => id === order[place]) ? order : next
}

/** Moves images beside another one, as a change that can be undone. False when they are there already. */
export function moveImages(ids: readonly string[], beside: string, after: boolean, rules: Compose): boolean {
  const before = useBatch.getState().images.map(({ id }) => id)
  const next = orderWith(before, new Set(ids), beside, after)
  if (next === before) return false
  setOrder(next, rules)
  record({ ...NOTHING_ELSE, label: labelOf(ids), order: { before, after: next } })
  return true
}

const NOTHING_ELSE = { before: new Map(), after: new Map(), rows: [], images: [] }

function labelOf(ids: readonly string[]): string {
  const [only] = ids
  const row = useResults.getState().rows.find(({ id }) => id === only)
  return ids.length === 1 && row
    ? t`Move ${row.originalName}`
    : t`Move ${plural(ids.length, { one: '# image', other: '# images' })}`
}

/** Images and rows take this order. Without the rules, the names keep their numbers. */
export function setOrder(order: readonly string[], rules: Compose | undefined): void {
  useBatch.setState(({ images }) => ({ images: inOrder(images, order) }))
  const { images } = useBatch.getState()
  useResults.setState(({ rows, recipe }) => {
    const sorted = inOrder(rows, order)
    return { rows: rules && recipe ? numbered(sorted, images, recipe, rules) : sorted }
  })
}

/** Sorted by a list of ids; what is not in the list comes last, as it was. */
export function inOrder<Item extends { id: string }>(items: readonly Item[], order: readonly string[]): Item[] {
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = ({ id }: Item) => places.get(id) ?? order.length
  return [...items].sort((a, b) => placeOf(a) - placeOf(b))
}

/** The rows with the names of their places. Rows of an earlier version do not say what their names were made from. */
export function numbered(
  rows: readonly ResultRow[],
  images: readonly BatchImage[],
  recipe: ProcessingOptions,
  rules: Compose,
): ResultRow[] {
  const places = new Map(images.map((image, at) => [image.id, { image, place: at + 1 }]))
  return rows.map((row) => {
    const { source } = row
    const now = places.get(row.id)
    if (!source || !now || (source.place === now.place && source.total === images.length)) return row
    const next = { ...source, place: now.place, total: images.length }
    const after = composedNames(now.image, next, recipe, rules)
    const before = composedNames(now.image, source, recipe, rules)
    const renamed = new Map(before.map((name, at) => [name, after[at] ?? name]))
    const asNow = (name: string) => renamed.get(name) ?? name
    return {
      ...row,
      source: next,
      suggestedName: asNow(row.suggestedName),
      givenName: asNow(row.givenName),
      alternatives: row.alternatives.map(asNow),
    }
  })
}
