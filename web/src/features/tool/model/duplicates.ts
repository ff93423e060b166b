// Which images of a batch are there more than once: the same bytes, nearly the same image by its fingerprint, or other shots of one
// burst. The thresholds are those of one series in crates/rules (names/alike.rs).
import likeness from 'virtual:likeness'
import type { ResultRow } from './row'

/** What an image is to the one that would be kept. */
export type DuplicateKind = 'exact' | 'near' | 'burst'

export interface Duplicate {
  /** The image of the same group that would be kept: the largest, then the sharpest and best exposed, then the first. */
  of: string
  kind: DuplicateKind
}

type Compared = Pick<ResultRow, 'id' | 'originalFile' | 'givenName' | 'seen'>

/** What is known about the images beside their rows, by id. */
interface Shots {
  /** Where there is reason to compare bytes. */
  hashes: ReadonlyMap<string, string>
  taken: ReadonlyMap<string, { at: string | null; pixels: number }>
}

/** The duplicates by id, without those that would be kept. */
export function duplicatesOf(rows: readonly Compared[], shots: Shots): ReadonlyMap<string, Duplicate> {
  const groups: Compared[][] = []
  for (const row of rows) {
    const group = groups.find(([first]) => first !== undefined && kindOf(first, row, shots) !== null)
    if (group) group.push(row)
    else groups.push([row])
  }
  return new Map(groups.flatMap((group) => extras(group, shots)))
}

function extras(group: readonly Compared[], shots: Shots): [string, Duplicate][] {
  const kept = group.reduce((best, row) => (isBetter(row, best, shots) ? row : best))
  return group
    .filter((row) => row !== kept)
    .map((row) => [row.id, { of: kept.id, kind: kindOf(row, kept, shots) ?? 'near' }])
}

/** How much larger or sharper an image has to be to count as such. */
const CLEARLY = 1.1

/** A smaller copy is as sharp as its original: size counts first. */
function isBetter(row: Compared, best: Compared, { taken }: Shots): boolean {
  const clear = (one: number, other: number) => one > other * CLEARLY || other > one * CLEARLY
  const [pixels, most] = [taken.get(row.id)?.pixels ?? 0, taken.get(best.id)?.pixels ?? 0]
  if (clear(pixels, most)) return pixels > most
  const [shot, sharpest] = [row.seen.shot ?? 0, best.seen.shot ?? 0]
  if (clear(shot, sharpest)) return shot > sharpest
  return row.originalFile.size > best.originalFile.size
}

function kindOf(a: Compared, b: Compared, { hashes, taken }: Shots): DuplicateKind | null {
  const hash = hashes.get(a.id)
  if (hash !== undefined && hash === hashes.get(b.id)) return 'exact'
  const [one, other] = [printOf(a), printOf(b)]
  if (one === null || other === null) return null
  // Fingerprints of small things on a plain background are alike, whatever the things are: their bits change less often.
  const telling = Math.min(changes(one), changes(other)) >= likeness.telling
  if (!telling && (a.givenName === '' || a.givenName !== b.givenName)) return null
  const bits = countOnes(one ^ other)
  if (bits <= likeness.sameImage) return 'near'
  const apart = secondsApart(taken.get(a.id)?.at, taken.get(b.id)?.at)
  return bits <= likeness.sameScene && apart <= likeness.burstS ? 'burst' : null
}

/** Camera times have no zone: only their difference counts. */
function secondsApart(one: string | null | undefined, other: string | null | undefined): number {
  if (!one || !other) return Number.POSITIVE_INFINITY
  const seconds = Math.abs(Date.parse(`${one}Z`) - Date.parse(`${other}Z`)) / 1000
  return Number.isNaN(seconds) ? Number.POSITIVE_INFINITY : seconds
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

/** The names of a series: every image of a group is called as the one that would be kept, and numbers tell them apart. */
export function seriesNames(
  rows: readonly Pick<ResultRow, 'id' | 'suggestedName'>[],
  found: ReadonlyMap<string, Duplicate>,
): ReadonlyMap<string, string> {
  const names = new Map(rows.map((row) => [row.id, row.suggestedName]))
  return new Map([...found].flatMap(([id, { of }]) => (names.has(id) ? [[id, names.get(of) ?? '']] : [])))
}
