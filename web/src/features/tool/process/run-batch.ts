// One run over a batch: first the images whose AI name is known, then the others with AI.
// Nothing here touches the screen or a store; it reports through events. One bad image never stops the rest.
import type { ProcessingOptions } from '@/api/types'
import type { engine as Engine, Processed } from '@/engine'
import type { NameCandidate, Rules } from '@/engine/rules'
import { t } from '@/lib/messages'
import { composedNames } from '../model/composed-name'
import type { BatchImage } from '../model/image'
import type { Progress } from '../model/progress'
import { aiFailure, CANCELLED, failureWithName, LEFT_OUT, processingFailure, remarksOn } from '../model/remarks'
import { type ResultRow, UNREADABLE } from '../model/row'
import { NOTHING_SEEN, seenOf } from '../model/seen'
import type { SheetRow } from '../model/sheet-store'
import type { NameCache } from '../naming/name-cache'
import { spellingOf } from '../naming/spelling'
import { type SuggestName, UsageLimitReached } from '../naming/suggest-name'
import { cacheKey, toldAbout } from '../naming/told'
import { inOwnWords, type Name } from './in-own-words'
import { inParallel } from './in-parallel'

export interface RunInput {
  /** The images to work on, and the whole batch they are counted in. */
  images: BatchImage[]
  batch: BatchImage[]
  options: ProcessingOptions
  /** What a sheet says about each image, by id. */
  sheet?: ReadonlyMap<string, SheetRow>
  /** A program on this computer that looks at the images. */
  service?: string | undefined
  isMarked: (id: string) => boolean
  concurrency: number
  /** How many names the model may be asked for. */
  names: number
  /** Whether earlier names of the quick model are not good enough. */
  better?: boolean
  signal: AbortSignal
}

export interface RunTools {
  engine: Pick<typeof Engine, 'process' | 'modelInput' | 'sha256'>
  rules: Pick<
    Rules,
    'cleanName' | 'cleanOriginal' | 'composeName' | 'settleNames' | 'ownWords' | 'asksForWords' | 'withWords'
  >
  cache: NameCache
  suggest: SuggestName
}

export interface RunEvents {
  row: (id: string, patch: Partial<ResultRow>) => void
  progress: (progress: Progress) => void
  /** How much of a large image is done, from 0 to 1. */
  share: (id: string, share: number) => void
  /** A model has named one more image: it counts against the limit. */
  named: () => void
  /** The limit was reached; said once, the rest goes on with cleaned original names. */
  limit: (message: string) => void
}

export interface NamedImage {
  image: BatchImage
  name: Name
}

export async function runBatch(input: RunInput, tools: RunTools, events: RunEvents): Promise<void> {
  const run = new Run(input, tools, events)
  if (input.options.keepNames) await run.plainPass()
  else {
    await run.aiPass(await run.cachedPass())
    run.settle()
  }
  run.markUnfinished()
}

class Run {
  #input: RunInput
  #tools: RunTools
  #events: RunEvents
  #asksForWords: boolean
  #places: Map<string, number>
  #finished = new Set<string>()
  #named: NamedImage[] = []
  #limit: UsageLimitReached | null = null
  #asked = 0
  /** What is done of the images under way, from 0 to 1 each. */
  #shares = new Map<string, number>()
  #report = () => {}

  constructor(input: RunInput, tools: RunTools, events: RunEvents) {
    this.#input = input
    this.#tools = tools
    this.#events = events
    this.#asksForWords = tools.rules.asksForWords(input.options)
    this.#places = new Map(input.batch.map((image, index) => [image.id, index + 1]))
  }

  /** Works on what is cached and gives back the rest, in order. */
  async cachedPass(): Promise<BatchImage[]> {
    const { images, better } = this.#input
    const maybe = images.filter((image) => this.#tools.cache.mayKnow(image.file, this.#cacheKey(image), better))
    if (maybe.length === 0) return images
    const done = new Set<BatchImage>()
    await this.#pass({ pass: 'cached', total: maybe.length }, maybe, async (image) => {
      const known = await this.#known(image)
      if (known && (await this.#fromCache(image, known))) done.add(image)
    })
    return images.filter((image) => !done.has(image))
  }

  /** Pixels only: the names stay, and no model is asked. */
  async plainPass(): Promise<void> {
    const { images } = this.#input
    await this.#pass({ pass: 'ai', total: images.length, alone: true }, images, (image) => this.#plainly(image))
  }

  async aiPass(images: BatchImage[]): Promise<void> {
    const alone = images.length === this.#input.images.length
    await this.#pass({ pass: 'ai', total: images.length, alone }, images, (image) => this.#withAi(image))
  }

  /** After a cancel: what is not finished says so and can be taken up again. */
  markUnfinished(): void {
    for (const { id } of this.#input.images) {
      if (!this.#finished.has(id)) this.#events.row(id, { state: 'cancelled', error: CANCELLED })
    }
  }

  async #pass(
    about: Omit<Progress, 'done'>,
    images: BatchImage[],
    work: (image: BatchImage) => Promise<void>,
  ): Promise<void> {
    const { concurrency, signal } = this.#input
    let done = 0
    this.#report = () => {
      const underWay = [...this.#shares.values()].reduce((sum, share) => sum + share, 0)
      if (!signal.aborted) this.#events.progress({ ...about, done: done + underWay })
    }
    this.#events.progress({ ...about, done })
    await inParallel(images, concurrency, signal, async (image) => {
      await work(image)
      this.#shares.delete(image.id)
      done += 1
      this.#report()
    })
  }

  async #known(image: BatchImage): Promise<Name | undefined> {
    const { cache, engine } = this.#tools
    const hash = await engine.sha256(image.file, this.#input.signal).catch(() => null)
    const known = hash === null ? undefined : cache.find(hash, image.file, this.#cacheKey(image), this.#input.better)
    return known && this.#inOwnWords(image, known)
  }

  #contextOf({ id }: BatchImage): string {
    return toldAbout(id, this.#input.options, this.#input.sheet)
  }

  #cacheKey(image: BatchImage): string {
    const { options, service } = this.#input
    return cacheKey(this.#contextOf(image), options, service)
  }

  #inOwnWords(image: BatchImage, name: Name): Name {
    return inOwnWords(name, image, this.#input.options, this.#tools.rules)
  }

  /** False when the image could not be made; it then goes the long way. */
  async #fromCache(image: BatchImage, name: Name): Promise<boolean> {
    this.#events.row(image.id, { state: 'working' })
    try {
      this.#done(image, name, await this.#make(image, name), { fromCache: true })
      return true
    } catch {
      return false
    }
  }

  /** Naming and pixel work run side by side, unless the metadata is to hold the words. */
  async #withAi(image: BatchImage): Promise<void> {
    this.#events.row(image.id, { state: 'working' })
    const name = this.#name(image)
    const make = this.#asksForWords
      ? name.catch(() => null).then((known) => this.#make(image, known))
      : this.#make(image, null)
    const [named, made] = await Promise.allSettled([name, make])
    if (this.#input.signal.aborted && (named.status === 'rejected' || made.status === 'rejected')) return
    if (made.status === 'rejected') {
      return this.#failed(image, made.reason, named.status === 'fulfilled' ? named.value : null)
    }
    if (named.status === 'fulfilled') return this.#done(image, named.value, made.value, {})
    this.#done(image, this.#fallback(image), made.value, { error: aiFailure(named.reason) })
  }

  async #plainly(image: BatchImage): Promise<void> {
    this.#events.row(image.id, { state: 'working' })
    try {
      this.#done(image, this.#fallback(image), await this.#make(image, null), {})
    } catch (cause) {
      if (!this.#input.signal.aborted) this.#failed(image, cause, this.#fallback(image))
    }
  }

  async #name(image: BatchImage): Promise<Name> {
    if (this.#limit) throw this.#limit
    if (this.#asked >= this.#input.names) throw new UsageLimitReached(t`The plan’s limit is reached`)
    this.#asked += 1
    const { engine, cache, rules, suggest } = this.#tools
    const { signal } = this.#input
    try {
      const [hash, input] = await Promise.all([
        engine.sha256(image.file, signal),
        engine.modelInput(image.file, signal),
      ])
      const context = this.#contextOf(image)
      const { service, options } = this.#input
      const spelling = spellingOf(options)
      const request = { image: input.blob, originalName: image.name, fileHash: hash, context, spelling, service }
      const answer = await suggest(request, signal)
      const words = rules.cleanName(answer.suggestedName, options)
      if (!words) throw new Error(t`AI generated invalid filename`)
      const seen = seenOf({ ...answer.seen, service, shot: input.facts.shot?.score })
      const name = { words, alternatives: answer.alternatives, seen }
      cache.remember(hash, image.file, this.#cacheKey(image), name)
      this.#events.named()
      return this.#inOwnWords(image, name)
    } catch (cause) {
      if (cause instanceof UsageLimitReached && !this.#limit) {
        this.#limit = cause
        this.#events.limit(cause.message)
      }
      throw cause
    }
  }

  /** Without a model's answer the metadata texts get no words: an old file name is no title. */
  #make({ id, file }: BatchImage, name: Name | null): Promise<Processed> {
    const { isMarked, signal } = this.#input
    const words = { name: name?.words ?? '', alt: name?.seen.altText ?? '', keywords: name?.seen.keywords ?? [] }
    const { rules } = this.#tools
    const options = this.#asksForWords ? rules.withWords(this.#input.options, words) : this.#input.options
    const unmarked = { ...options, enableTextWatermark: false, enableImageWatermark: false }
    return this.#tools.engine.process(file, isMarked(id) ? options : unmarked, signal, (share) => {
      this.#shares.set(id, share)
      this.#events.share(id, share)
      this.#report()
    })
  }

  #done(image: BatchImage, name: Name, made: Processed, patch: Partial<ResultRow>): void {
    this.#finish(image, name, {
      state: 'done',
      error: null,
      extension: this.#extension(image, made.facts.extension),
      notes: remarksOn(made.facts, image.file.size, made.blob.size),
      output: made.blob,
      ...patch,
    })
  }

  /**
   * The original bytes go on under the name that was found or a cleaned one, unless that would give away metadata that was to
   * be removed. What cannot be read any more has no bytes to go on with.
   */
  #failed(image: BatchImage, cause: unknown, name: Name | null): void {
    if ((cause as { code?: string })?.code === 'unreadable') {
      this.#gone(image)
      return
    }
    const withheld = this.#input.options.removeMetadata
    this.#finish(image, name ?? this.#fallback(image), {
      state: 'failed',
      error: name ? failureWithName(cause) : processingFailure(cause),
      extension: this.#extension(image, image.inspection.extension),
      notes: withheld ? [LEFT_OUT] : [],
      output: withheld ? null : image.file,
    })
  }

  #gone({ id }: BatchImage): void {
    this.#finished.add(id)
    this.#events.row(id, { state: 'failed', error: UNREADABLE, suggestedName: '', output: null, fromCache: false })
  }

  #finish(image: BatchImage, name: Name, patch: Partial<ResultRow>): void {
    this.#finished.add(image.id)
    this.#named.push({ image, name })
    const names = this.#names(image, name.words, name)
    this.#events.row(image.id, { ...names, seen: name.seen, isEdited: false, fromCache: false, ...patch })
  }

  /** Names of the whole run in its order: a series shares one, other equal ones say what is different. */
  settle(): void {
    const place = ({ image }: NamedImage) => this.#places.get(image.id) ?? 0
    const named = [...this.#named].sort((a, b) => place(a) - place(b))
    const settled = this.#tools.rules.settleNames(named.map(candidateOf), this.#input.options)
    named.forEach(({ image, name }, at) => {
      const words = settled[at]
      if (words && words !== name.words) {
        this.#events.row(image.id, this.#names(image, words, name))
      }
    })
  }

  #names(image: BatchImage, words: string, { alternatives, seen }: Name): Partial<ResultRow> {
    const place = this.#places.get(image.id) ?? 1
    const columns = this.#input.sheet?.get(image.id)?.columns
    const source = { words, alternatives, place, total: this.#places.size, subject: seen.keywords[0], columns }
    const [suggestedName = '', ...others] = composedNames(image, source, this.#input.options, this.#tools.rules)
    return { suggestedName, alternatives: [...new Set(others)], source }
  }

  #extension({ name }: BatchImage, made: string): string {
    return this.#input.options.keepNames ? keptExtension(name, made) : made
  }

  #fallback({ name }: BatchImage): Name {
    return { words: this.#tools.rules.cleanOriginal(name), alternatives: [], seen: NOTHING_SEEN }
  }
}

/** A kept name keeps its ending as well (`.JPG`), as long as it says what the file is. */
function keptExtension(name: string, made: string): string {
  const own = name.slice(name.lastIndexOf('.') + 1)
  const kind = (extension: string) => extension.toLowerCase().replace('jpeg', 'jpg')
  return kind(own) === kind(made) ? own : made
}

/** What settles a name among those of its batch. */
export function candidateOf({ image, name: { words, alternatives, seen } }: NamedImage): NameCandidate {
  const { keywords, fingerprint } = seen
  const confidence = seen.confidence ?? 0
  const { takenAt = null, latitude = null, longitude = null } = image.inspection
  return { name: words, alternatives, keywords, confidence, fingerprint, takenAt, latitude, longitude }
}
