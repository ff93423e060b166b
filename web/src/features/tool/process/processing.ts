// Starting, cancelling and repeating a run: joins the stores, the rules and the runner. One run at a time in a tab;
// it goes on when the person looks at another page of the app.
import type { ProcessingOptions } from '@/api/types'
import { engine } from '@/engine'
import { device, type WeightsFile } from '@/engine/device'
import type { OptionProblem, Rules } from '@/engine/rules'
import { t } from '@/lib/messages'
import { isOffline } from '@/lib/offline'
import { localStore } from '@/lib/web-storage'
import { leave, toastError } from '@/ui/toasts'
import { modelIsReady, prepareBest, reportModel } from '../device/device-store'
import { type Describe, deviceNamer } from '../device/name-on-device'
import { oweName } from '../device/owed-names'
import type { PageModel } from '../device/use-namer'
import { forgetApplied } from '../model/applied-store'
import { useBatch } from '../model/batch-store'
import { keepingEdits, rowForRun } from '../model/carried-over'
import type { BatchImage } from '../model/image'
import { isMarked, useMarks } from '../model/marks-store'
import { tabOf, useOptionChanges } from '../model/options-store'
import { reasonOf } from '../model/remarks'
import { patchGatherer, type RunSummary, useResults } from '../model/results-store'
import { isFinished, isUndone, type ResultRow } from '../model/row'
import { useRun } from '../model/run-store'
import { preparePlaces } from '../model/scene'
import { noteCopy } from '../model/sent-store'
import { sheetRows, useSheet } from '../model/sheet-store'
import type { Person } from '../model/tier'
import { addUsage } from '../model/usage'
import { sentence } from '../model/use-problems'
import { useView } from '../model/view-store'
import { hashOf } from '../naming/hash-of'
import { countKnown, namesCache } from '../naming/names-cache'
import { send } from '../naming/send'
import { nameSuggester, type SuggestName } from '../naming/suggest-name'
import { cacheKey, toldAbout } from '../naming/told'
import { denialFor } from './allowance'
import { runBatch } from './run-batch'
import { type KeptJob, type RunKeeper, withKeeper } from './run-keeper'

interface RunSettings {
  rules: Rules
  person: Person
  options: ProcessingOptions
  /** Images in flight at once. */
  concurrency: number
  /** The model's files when images are named on this device, else null. */
  device: WeightsFile[] | null
  /** A program on this computer that looks at the images in place of the server's model. */
  service?: string | undefined
  /** A model that the page asks by itself. */
  page?: PageModel | undefined
  /** The file for better names when they were asked for. */
  best?: WeightsFile | null
  /** How many names may be asked for; the others get cleaned ones. Left out, the plan is asked first. */
  names?: number | undefined
  /** Keeps the runs of signed-in people; guests' runs are kept nowhere. */
  keeper?: RunKeeper | undefined
}

const askServer = nameSuggester(send)
const suggest: SuggestName = (request, signal) => {
  if (!isOffline()) noteCopy(request.fileHash)
  return askServer(request, signal)
}

/** With `best`, names wait for the larger model; where it does not come, the quick one goes on. */
function suggestOnDevice(files: WeightsFile[], best: WeightsFile | null, person: Person): SuggestName {
  let coming: Promise<boolean> | undefined
  const describe: Describe = async (image, context, spelling, signal) => {
    if (best) coming ??= prepareBest(files, best)
    const all = best && coming && (await unlessAborted(coming, signal)) ? [...files, best] : files
    const seen = await device.describe(image, { context, ...spelling }, all, reportModel, signal)
    modelIsReady()
    return seen
  }
  return deviceNamer(describe, send, () => oweName(person))
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

let controller: AbortController | null = null
const NEVER = new AbortController().signal

/** Processes the whole batch with what the plan allows of the options. */
export async function processBatch(settings: RunSettings): Promise<void> {
  if (useRun.getState().running) return
  leave(t`Processing Failed`)
  forgetApplied()
  const { rules, person } = settings
  const { images } = useBatch.getState()
  const { maxBatch } = person.plan.limits
  if (images.length === 0)
    return toastError(t`No images uploaded`, t`Please upload at least one image before proceeding.`)
  // Someone may have signed out with a larger batch on screen.
  if (images.length > maxBatch) return toastError(t`Processing Failed`, t`Cannot exceed ${maxBatch} images per batch.`)
  const { options } = rules.coerceOptions(trimmed(settings.options), person.plan.tier)
  const problem = rules.optionProblems(options)[0]
  if (problem) return showProblem(problem)
  if (settings.names === undefined) {
    const denial = await denialFor(await freshOf(images, options, settings), person)
    if (denial) return useRun.getState().showLimit(denial.message, denial)
  }

  const before = new Map(useResults.getState().rows.map((row) => [row.id, row]))
  const rows = images.map((image) => rowForRun(image, before.get(image.id)))
  useResults.getState().start(rows, options)
  const { view, look } = useView.getState()
  look({ ...view, filter: 'all' })
  const keeper = keeperOf(settings)
  const fresh = () => freshOf(images, options, settings)
  await withKeeper(keeper, { files: images.length, fresh, options }, (job) =>
    run({ ...settings, options, job }, images),
  )
  showResults()
}

/** What is named on this device stays on it: such a run is not kept on the server. */
function keeperOf({ person, device, page, keeper }: Omit<RunSettings, 'options'>): RunKeeper | undefined {
  return person.signedIn && !device && !page?.stays ? keeper : undefined
}

/** Also when all have failed: the rows say why. Nothing to show is only what was cancelled at once. */
function showResults(): void {
  if (useResults.getState().rows.some((row) => row.output || row.state === 'failed')) useBatch.getState().go('results')
}

/** Spaces around a prefix or suffix are no part of it, here or in what is stored. */
function trimmed(options: ProcessingOptions): ProcessingOptions {
  return { ...options, prefix: options.prefix.trim(), suffix: options.suffix.trim() }
}

/** How many names of the plan's allowance a run will use. */
async function freshOf(
  images: BatchImage[],
  options: ProcessingOptions,
  settings: Omit<RunSettings, 'options'>,
): Promise<number> {
  if (options.keepNames || settings.page?.counts === false) return 0
  const { names = Infinity, best, service } = settings
  const sheet = rowsOfSheet(useBatch.getState().images, settings)
  const keyOf = ({ id }: BatchImage) => cacheKey(toldAbout(id, options, sheet), options, service)
  return Math.min(names, images.length - (await countKnown(images, keyOf, NEVER, Boolean(best))))
}

/** The field says it too: its tab is opened. */
function showProblem({ field, message }: OptionProblem): void {
  useOptionChanges.getState().showTab(tabOf(field))
  toastError(t`Processing Failed`, sentence(message))
}

/**
 * Takes up single images again with the recipe of the run they belong to. A run that was stopped goes on as the same job; of one
 * that had ended, what is stored is replaced.
 */
export async function retryImages(settings: Omit<RunSettings, 'options'>, ids: string[]): Promise<void> {
  const { recipe, job, summary, rows } = useResults.getState()
  if (useRun.getState().running || !recipe) return
  const wanted = new Set(ids)
  const images = useBatch.getState().images.filter(({ id }) => wanted.has(id))
  useResults.getState().patch(new Map(ids.map((id) => [id, { state: 'waiting', error: null, notes: [] }])))
  const keeper = keeperOf(settings)
  const before = rows.filter((row) => isFinished(row) && !wanted.has(row.id)).length
  const work = (kept?: KeptJob) => run({ ...settings, options: recipe, job: kept, before }, images)
  if (summary && !summary.cancelled) {
    await work()
    return keeper?.again()
  }
  const start = { files: rows.length, fresh: () => freshOf(images, recipe, settings), options: recipe, job }
  await withKeeper(keeper, start, work)
}

/** Goes on with a run that a reload has ended. */
export async function resumeRun(settings: Omit<RunSettings, 'options'>): Promise<void> {
  await retryImages(settings, undoneIds())
  showResults()
}

/** The images that a stopped run has not come to. */
function undoneIds(): string[] {
  return useResults.getState().rows.flatMap((row) => (isUndone(row) ? [row.id] : []))
}

/** Stops handing out work. What is finished stays. */
export function cancelProcessing(): void {
  controller?.abort()
}

/** Names of a job are counted against its reservation: the first question waits for the job. */
function suggestFor(job: KeptJob): SuggestName {
  return async (request, signal) => suggest({ ...request, jobId: await job }, signal)
}

interface RunOfImages extends RunSettings {
  job?: KeptJob | undefined
  /** How many of the batch were finished before. */
  before?: number
}

function rowsOfSheet(batch: BatchImage[], { rules, person }: Pick<RunSettings, 'rules' | 'person'>) {
  return sheetRows(useSheet.getState().bytes, batch, rules, person.plan)
}

function namerOf({ page, device, best, person, job }: RunOfImages): SuggestName {
  if (page) return page.suggest(person)
  if (device) return suggestOnDevice(device, best ?? null, person)
  return job ? suggestFor(job) : suggest
}

const NO_PLACES = t`The table of cities could not be loaded. Names are made without places.`

async function run(settings: RunOfImages, images: BatchImage[]): Promise<void> {
  const { rules, person, options, concurrency, page } = settings
  const namer = namerOf(settings)
  const results = useResults.getState()
  const gatherer = patchGatherer(results.patch)
  const marks = useMarks.getState()
  const batch = useBatch.getState().images
  controller = new AbortController()
  namesCache.holdAtLeast(person.plan.limits.maxBatch)
  useRun.getState().begin(Date.now(), new Set(images.map(({ id }) => id)), settings.before)
  try {
    if (!(await preparePlaces(options, images))) toastError(t`Places are missing`, NO_PLACES)
    await runBatch(
      {
        images,
        batch,
        options,
        sheet: rowsOfSheet(batch, settings),
        service: settings.service,
        isMarked: (id) => isMarked(marks, id),
        concurrency,
        names: settings.names ?? Infinity,
        better: Boolean(settings.best),
        signal: controller.signal,
      },
      { engine: { ...engine, sha256: hashOf }, rules, cache: namesCache, suggest: namer },
      {
        row: (id, patch) => gatherer.add(id, keepingEdits(rowOf(id), patch)),
        progress: useRun.getState().report,
        share: useRun.getState().reportShare,
        named: () => {
          if (page?.counts !== false) addUsage(localStore, person.owner, person.plan.tier, 1, new Date())
        },
        limit: (message) => useRun.getState().showLimit(message),
      },
    )
  } catch (cause) {
    toastError(
      t`Processing Failed`,
      cause instanceof Error && cause.message ? `${reasonOf(cause)}.` : t`An unexpected error occurred.`,
    )
  } finally {
    gatherer.flush()
    useRun.getState().end()
    const cancelled = controller?.signal.aborted ?? false
    results.finish(summaryOf(useResults.getState(), cancelled))
    controller = null
    if (!cancelled) tellIfAllFailed()
  }
}

/** PROC-06: nothing came out of the whole batch. The rows say it as well, each for itself. */
function tellIfAllFailed(): void {
  const { rows } = useResults.getState()
  const [first] = rows
  if (first && rows.every((row) => row.state === 'failed'))
    toastError(t`Processing Failed`, first.error ?? t`An unexpected error occurred.`)
}

function summaryOf(
  { rows, recipe }: { rows: readonly ResultRow[]; recipe: ProcessingOptions | null },
  cancelled: boolean,
): RunSummary {
  const count = (is: (row: ResultRow) => boolean) => rows.filter(is).length
  const named = !recipe?.keepNames
  return {
    byAi: count((row) => named && row.state === 'done' && !row.fromCache && row.error === null),
    fromCache: count((row) => row.fromCache),
    fallback: count((row) => row.state === 'done' && row.error !== null),
    failed: count((row) => row.state === 'failed'),
    cancelled,
  }
}

function rowOf(id: string): ResultRow | undefined {
  return useResults.getState().rows.find((row) => row.id === id)
}
