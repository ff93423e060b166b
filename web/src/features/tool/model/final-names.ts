// The names as they will be in the ZIP: with extension, and with -2, -3 where two images want the same one.
import type { Rules } from '@/engine/rules'
import type { ResultRow } from './row'

export interface FinalName {
  name: string
  /** Another image had the name first, so a number was added. */
  collides: boolean
}

/** A name with the folders that its pattern made, each part valid everywhere. */
export function entryPath(name: string, rules: Pick<Rules, 'zipEntryName'>): string {
  const parts = name.split('/').filter((part) => part && part !== '.' && part !== '..')
  return parts.map((part) => rules.zipEntryName(part)).join('/') || rules.zipEntryName(name)
}

/** Whether the file is called what it was called before. */
export function keptItsName(row: Pick<ResultRow, 'originalName'>, final: Pick<FinalName, 'name'>): boolean {
  return final.name === row.originalName
}

export function finalNames(rows: readonly ResultRow[], rules: Pick<Rules, 'uniqueNames'>): Map<string, FinalName> {
  const named = rows.filter((row) => row.suggestedName)
  const wanted = named.map((row) => `${row.suggestedName}.${row.extension}`)
  const unique = rules.uniqueNames(wanted)
  return new Map(
    named.map((row, at) => {
      const name = unique[at] ?? wanted[at] ?? ''
      return [row.id, { name, collides: name !== wanted[at] }]
    }),
  )
}
