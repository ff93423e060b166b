// Which images of a batch are there more than once: the same bytes, or nearly the same image by its fingerprint. The thresholds
// are those of one series in crates/rules (names/alike.rs), without what a burst adds: a moment later is another image.
import likeness from 'virtual:likeness'
import type { ResultRow } from './row'

export interface Duplicate {
  /** The image of the same group that would be kept: the largest file, else the first. */
  of: string
  /** Whether the bytes are the same. */
  exact: boolean
}

type Compared = Pick<ResultRow, 'id' | 'originalFile' | 'givenName' | 'seen'>

/** The duplicates by id, without those that would be kept. `hashes` by id, where there is reason to compare bytes. */
export function duplicatesOf(
  rows: readonly Compared[],
  hashes: ReadonlyMap<string, string>,
): ReadonlyMap<string, Duplicate> {
  const groups: Compared[][] = []
  for (const row of rows) {
    const group = groups.find(([first]) => first !== undefined && same(first, row, hashes))
    if (group) group.push(row)
    else groups.push([row])
  }
  return new Map(groups.flatMap((group) => extras(group, hashes)))
}

function extras(group: readonly Compared[], hashes: ReadonlyMap<string, string>): [string, Duplicate][] {
  const kept = group.reduce((best, row) => (row.originalFile.size > best.originalFile.size ? row : best))
  return group
    .filter((row) => row !== kept)
    .map((row) => [row.id, { of: kept.id, exact: sameBytes(row, kept, hashes) }])
}

function same(a: Compared, b: Compared, hashes: ReadonlyMap<string, string>): boolean {
  return sameBytes(a, b, hashes) || nearlySame(a, b)
}

function sameBytes(a: Compared, b: Compared, hashes: ReadonlyMap<string, string>): boolean {
  const hash = hashes.get(a.id)
  return hash !== undefined && hash === hashes.get(b.id)
}

function nearlySame(a: Compared, b: Compared): boolean {
  const [one, other] = [printOf(a), printOf(b)]
  if (one === null || other === null || countOnes(one ^ other) > likeness.sameImage) return false
  // Fingerprints of small things on a plain background are alike, whatever the things are: their bits change less often.
  return (
    Math.min(changes(one), changes(other)) >= likeness.telling || (a.givenName !== '' && a.givenName === b.givenName)
  )
}

function printOf({ seen }: Compared): bigint | null {
  return /^[0-9a-f]{16}$/i.test(seen.fingerprint) ? BigInt(`0x${seen.fingerprint}`) : null
}

const NOT_LAST_IN_ROW = 0x7f7f_7f7f_7f7f_7f7fn
const NOT_LAST_ROW = 0x00ff_ffff_ffff_ffffn

/** How often neighbouring bits differ, across and down; eight bits are a row. */
function changes(print: bigint): number {
  return countOnes((print ^ (print >> 1n)) & NOT_LAST_IN_ROW) + countOnes((print ^ (print >> 8n)) & NOT_LAST_ROW)
}

function countOnes(bits: bigint): number {
  let count = 0
  for (let rest = bits; rest > 0n; rest &= rest - 1n) count += 1
  return count
}

/** The files whose bytes are worth comparing: another one has the same size. */
export function sameSized(rows: readonly Compared[]): Compared[] {
  const sizes = new Map<number, number>()
  for (const { originalFile } of rows) sizes.set(originalFile.size, (sizes.get(originalFile.size) ?? 0) + 1)
  return rows.filter(({ originalFile }) => (sizes.get(originalFile.size) ?? 0) > 1)
}
