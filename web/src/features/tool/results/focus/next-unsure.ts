// Which image should be looked at next.
import type { ResultRow } from '../../model/row'
import { isUnsure } from '../../model/seen'

/** The next unsure one, from the beginning again after the last. */
export function nextUnsure<Row extends ResultRow>(rows: readonly Row[], at: number): Row | undefined {
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))]
  return others.find(isUnsure)
}
