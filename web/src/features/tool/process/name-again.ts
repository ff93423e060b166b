// Names that could be better, made again by the larger model on this device. All of them are one change that can be undone. It
// uses no allowance: the quick names have been counted. Cancelled, every name stays as it was.
import { create } from 'zustand'
import type { Plan, ProcessingOptions } from '@/api/types'
import { engine } from '@/engine'
import { device } from '@/engine/device'
import type { Rules } from '@/engine/rules'
import { plural, t } from '@/lib/messages'
import { prepareBest, stopBest, useDeviceStore } from '../device/device-store'
import { useBatch } from '../model/batch-store'
import { composedNames } from '../model/composed-name'
import { takeBetterNames } from '../model/edits'
import type { BatchImage } from '../model/image'
import { useResults } from '../model/results-store'
import type { ResultRow } from '../model/row'
import { useRun } from '../model/run-store'
import { seenOf } from '../model/seen'
import { type SheetRow, sheetRows, useSheet } from '../model/sheet-store'
import { hashOf } from '../naming/hash-of'
import { namesCache } from '../naming/names-cache'
import { cacheKey, toldAbout } from '../naming/told'
import { inOwnWords } from './in-own-words'
import { candidateOf, type NamedImage } from './run-batch'

interface AgainState {
  /** How many of how many are named; null when nothing is under way. */
  under: { done: number; total: number } | null
  /** What went wrong the last time. */
  problem: string | null
}

export const useNamingAgain = create<AgainState>(() => ({ under: null, problem: null }))

let stop: AbortController | null = null

export function cancelNamingAgain(): void {
  stop?.abort()
  stopBest()
}

/** What every image is named with. */
interface Naming {
  recipe: ProcessingOptions
  rules: Rules
  sheet: ReadonlyMap<string, SheetRow>
  signal: AbortSignal
}

/** Names the images again. One that cannot be named keeps its name. */
export async function nameAgain(rules: Rules, plan: Plan, ids: readonly string[]): Promise<void> {
  const { recipe } = useResults.getState()
  if (stop || !recipe || useRun.getState().running) return
  const wanted = new Set(ids)
  const batch = useBatch.getState().images
  const images = batch.filter(({ id }) => wanted.has(id))
  const sheet = sheetRows(useSheet.getState().bytes, batch, rules, plan)
  stop = new AbortController()
  useNamingAgain.setState({ under: { done: 0, total: images.length }, problem: null })
  try {
    const named = await nameAll(images, { recipe, rules, sheet, signal: stop.signal })
    takeBetterNames(patchesFor(named, recipe, rules))
    const missed = plural(images.length - named.length, { one: '# name', other: '# names' })
    const problem = named.length < images.length ? t`${missed} could not be made again and stayed as before.` : null
    useNamingAgain.setState({ problem })
  } catch (cause) {
    if (!stop.signal.aborted)
      useNamingAgain.setState({ problem: cause instanceof Error ? cause.message : t`An unexpected error occurred.` })
  } finally {
    stop = null
    useNamingAgain.setState({ under: null })
  }
}

async function nameAll(images: BatchImage[], naming: Naming) {
  const { signal } = naming
  const { files, best } = useDeviceStore.getState()
  if (!best || !(await prepareBest(files, best))) {
    const { bestModel } = useDeviceStore.getState()
    signal.throwIfAborted()
    throw new Error(bestModel.phase === 'failed' ? bestModel.reason : t`The larger model is not here.`)
  }
  // What was fetched is used by the next runs too.
  useDeviceStore.getState().chooseBetter(true)
  const named: NamedImage[] = []
  for (const [at, image] of images.entries()) {
    const name = await nameOne(image, naming)
    signal.throwIfAborted()
    if (name) named.push({ image, name })
    useNamingAgain.setState({ under: { done: at + 1, total: images.length } })
  }
  return named
}

async function nameOne({ id, file, name: original }: BatchImage, { recipe, rules, sheet, signal }: Naming) {
  const { files, best } = useDeviceStore.getState()
  const context = toldAbout(id, recipe, sheet)
  try {
    const [hash, input] = await Promise.all([hashOf(file, signal), engine.modelInput(file, signal)])
    const all = best ? [...files, best] : files
    const seen = await device.describe(input.blob, context, all, () => undefined, signal)
    const words = rules.cleanName(seen.name)
    if (!words) return null
    const name = { words, alternatives: seen.alternatives, seen: seenOf(seen) }
    namesCache.remember(hash, file, cacheKey(context, undefined), name)
    return inOwnWords(name, original, recipe, rules)
  } catch {
    return null
  }
}

/** What becomes of the rows. A row that somebody has changed meanwhile stays as it is. */
function patchesFor(named: NamedImage[], recipe: ProcessingOptions, rules: Rules): Map<string, Partial<ResultRow>> {
  const rows = new Map(useResults.getState().rows.map((row) => [row.id, row]))
  const settled = rules.settleNames(named.map(candidateOf))
  const patches = new Map<string, Partial<ResultRow>>()
  named.forEach(({ image, name }, at) => {
    const row = rows.get(image.id)
    if (!row?.source || row.isEdited) return
    const words = settled[at] || name.words
    const source = { ...row.source, words, alternatives: name.alternatives, subject: name.seen.keywords[0] }
    const [suggestedName = '', ...others] = composedNames(image, source, recipe, rules)
    const { altText, keywords } = row.seen
    const seen = row.wordsEdited ? { ...name.seen, altText, keywords } : name.seen
    const alternatives = [...new Set(others)]
    patches.set(image.id, { suggestedName, givenName: suggestedName, alternatives, source, seen })
  })
  return patches
}
