// Which rows are chosen, as file lists do it: a click chooses one, Ctrl or Cmd adds, Shift reaches from the last one to here.

export interface Selection {
  ids: ReadonlySet<string>
  /** Where a reach begins. */
  anchor: string | null
}

export const NOTHING_CHOSEN: Selection = { ids: new Set(), anchor: null }

/** `extend` reaches like `range` and keeps what was chosen before. */
export type How = 'only' | 'toggle' | 'range' | 'extend'

export function choosing({ ids, anchor }: Selection, order: readonly string[], id: string, how: How): Selection {
  if (how === 'only') return { ids: new Set([id]), anchor: id }
  if (how === 'toggle') return { ids: toggled(ids, id), anchor: id }
  const reach = between(order, anchor ?? id, id)
  return { ids: new Set(how === 'extend' ? [...ids, ...reach] : reach), anchor: anchor ?? id }
}

/** What the modifiers of a click mean. */
export function howOf(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): How {
  const adds = event.ctrlKey || event.metaKey
  if (event.shiftKey) return adds ? 'extend' : 'range'
  return adds ? 'toggle' : 'only'
}

function between(order: readonly string[], from: string, to: string): readonly string[] {
  const ends = [order.indexOf(from), order.indexOf(to)].sort((a, b) => a - b)
  const [first = -1, last = -1] = ends
  return first < 0 ? [to] : order.slice(first, last + 1)
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}
