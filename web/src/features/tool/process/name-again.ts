// Names that could be better, made again by another model. All of them are one change that can be undone. Cancelled, every name
// stays as it was.
import { create } from 'zustand'
import type { ProcessingOptions } from '@/api/types'
import { engine } from '@/engine'
import type { Rules } from '@/engine/rules'
import { plural, t } from '@/lib/messages'
import { stopBest } from '../device/device-store'
import { useBatch } from '../model/batch-store'
import { composedNames } from '../model/composed-name'
import { takeBetterNames } from '../model/edits'
import type { BatchImage } from '../model/image'
import { reasonOf } from '../model/remarks'
import { useResults } from '../model/results-store'
import type { ResultRow } from '../model/row'
import { useRun } from '../model/run-store'
import { seenOf } from '../model/seen'
import { type SheetRow, sheetRows, useSheet } from '../model/sheet-store'
import type { Person } from '../model/tier'
import { hashOf } from '../naming/hash-of'
import { namesCache } from '../naming/names-cache'
import { spellingOf } from '../naming/spelling'
import type { SuggestName } from '../naming/suggest-name'
import { cacheKey, toldAbout } from '../naming/told'
import type { BetterModel } from './better-models'
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
  suggest: SuggestName
  service: string | undefined
  signal: AbortSignal
}

interface Asked {
  rules: Rules
  person: Person
  model: BetterModel
  ids: readonly string[]
}

/** Names the images again. One that cannot be named keeps its name. */
export async function nameAgain({ rules, person, model, ids }: Asked): Promise<void> {
  const { recipe } = useResults.getState()
  if (stop || !recipe || useRun.getState().running) return
  const wanted = new Set(ids)
  const batch = useBatch.getState().images
  const images = batch.filter(({ id }) => wanted.has(id))
  const sheet = sheetRows(useSheet.getState().bytes, batch, rules, person.plan)
  stop = new AbortController()
  const { signal } = stop
  useNamingAgain.setState({ under: { done: 0, total: images.length }, problem: null })
  try {
    await model.prepare?.()
    signal.throwIfAborted()
    const naming = { recipe, rules, sheet, suggest: model.suggest(person), service: model.service, signal }
    const { named, failure } = await nameAll(images, naming)
    takeBetterNames(patchesFor(named, recipe, rules))
    useNamingAgain.setState({ problem: problemOf(images.length - named.length, failure) })
  } catch (cause) {
    if (!signal.aborted)
      useNamingAgain.setState({ problem: cause instanceof Error ? cause.message : t`An unexpected error occurred.` })
  } finally {
    stop = null
    useNamingAgain.setState({ under: null })
  }
}

function problemOf(missed: number, failure: unknown): string | null {
  if (missed === 0) return null
  const names = plural(missed, { one: '# name', other: '# names' })
  return t`${names} could not be made again and stayed as before: ${reasonOf(failure)}.`
}

async function nameAll(images: BatchImage[], naming: Naming) {
  const named: NamedImage[] = []
  let failure: unknown
  for (const [at, image] of images.entries()) {
    try {
      named.push({ image, name: await nameOne(image, naming) })
    } catch (cause) {
      failure ??= cause
    }
    naming.signal.throwIfAborted()
    useNamingAgain.setState({ under: { done: at + 1, total: images.length } })
  }
  return { named, failure }
}

async function nameOne(image: BatchImage, naming: Naming) {
  const { id, file, name: original } = image
  const { recipe, rules, sheet, suggest, service, signal } = naming
  const [context, spelling] = [toldAbout(id, recipe, sheet), spellingOf(recipe)]
  const [hash, input] = await Promise.all([hashOf(file, signal), engine.modelInput(file, signal)])
  const answer = await suggest({ image: input.blob, originalName: original, fileHash: hash, context, spelling }, signal)
  const words = rules.cleanName(answer.suggestedName, recipe)
  if (!words) throw new Error(t`AI generated invalid filename`)
  const seen = seenOf({ ...answer.seen, service, shot: input.facts.shot?.score })
  const name = { words, alternatives: answer.alternatives, seen }
  namesCache.remember(hash, file, cacheKey(context, recipe, service), name)
  return inOwnWords(name, image, recipe, rules)
}

/** What becomes of the rows. A row that somebody has changed meanwhile stays as it is. */
function patchesFor(named: NamedImage[], recipe: ProcessingOptions, rules: Rules): Map<string, Partial<ResultRow>> {
  const rows = new Map(useResults.getState().rows.map((row) => [row.id, row]))
  const settled = rules.settleNames(named.map(candidateOf), recipe)
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
