// The sheet beside the batch: its bytes as the person gave them. Which row is whose is found when it is asked for, because images
// come and go. It survives a reload in this tab, unless it is very large.
import { create } from 'zustand'
import type { Plan, SheetCell } from '@/api/types'
import type { JoinedSheet, Rules } from '@/engine/rules'
import type { BatchImage } from './image'

const KEY = 'nomina.sheet'
const MOST_KEPT = 1_000_000

interface SheetState {
  name: string
  /** Null without a sheet. */
  bytes: Uint8Array | null
  choose: (name: string, bytes: Uint8Array) => void
  remove: () => void
}

export const useSheet = create<SheetState>((set) => ({
  ...kept(),
  choose: (name, bytes) => {
    keep(name, bytes)
    set({ name, bytes })
  },
  remove: () => {
    keep('', null)
    set({ name: '', bytes: null })
  },
}))

/** What a sheet says about the images of a batch, or why it says nothing. */
interface SheetOfBatch {
  joined: JoinedSheet | null
  problem: string | null
}

/** The last answer: several parts of the screen ask the same. */
let last: { bytes: Uint8Array; images: readonly BatchImage[]; answer: SheetOfBatch } | undefined

function joinedSheet(
  bytes: Uint8Array | null,
  images: readonly BatchImage[],
  rules: Pick<Rules, 'joinSheet'>,
): SheetOfBatch {
  if (!bytes) return { joined: null, problem: null }
  if (last?.bytes !== bytes || last.images !== images) last = { bytes, images, answer: join(bytes, images, rules) }
  return last.answer
}

function join(bytes: Uint8Array, images: readonly BatchImage[], rules: Pick<Rules, 'joinSheet'>): SheetOfBatch {
  try {
    return { joined: rules.joinSheet(bytes, images.map(pathOf)), problem: null }
  } catch (cause) {
    return { joined: null, problem: (cause as Error).message }
  }
}

export function useJoinedSheet(images: readonly BatchImage[], rules: Pick<Rules, 'joinSheet'>): SheetOfBatch {
  const bytes = useSheet((state) => state.bytes)
  return joinedSheet(bytes, images, rules)
}

export interface SheetRow {
  columns: SheetCell[]
  context: string
}

/** The rows by image. Their texts are told to the model where the plan includes custom context. */
export function sheetRows(
  bytes: Uint8Array | null,
  images: readonly BatchImage[],
  rules: Pick<Rules, 'joinSheet'>,
  { features }: Pick<Plan, 'features'>,
): Map<string, SheetRow> {
  const joined = features.signedIn ? joinedSheet(bytes, images, rules).joined : null
  const contexts = features.customNaming ? joined?.contexts : undefined
  return new Map(images.map(({ id }, at) => [id, { columns: joined?.cells[at] ?? [], context: contexts?.[at] ?? '' }]))
}

/** Only the file name is compared; the folder is for the reader. */
function pathOf({ folder, name }: BatchImage): string {
  return folder ? `${folder}/${name}` : name
}

function keep(name: string, bytes: Uint8Array | null): void {
  try {
    sessionStorage.removeItem(KEY)
    if (!bytes || bytes.length > MOST_KEPT) return
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    sessionStorage.setItem(KEY, JSON.stringify({ name, letters }))
  } catch {
    // A sheet that is not kept has to be chosen again after a reload.
  }
}

function kept(): Pick<SheetState, 'name' | 'bytes'> {
  try {
    const { name, letters } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { name?: string; letters?: string }
    if (!name || !letters) return { name: '', bytes: null }
    return { name, bytes: Uint8Array.from(letters, (letter) => letter.charCodeAt(0)) }
  } catch {
    return { name: '', bytes: null }
  }
}
