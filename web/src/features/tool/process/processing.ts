// Starting, cancelling and repeating a run: joins the stores, the rules and the runner. One run at a time in a tab;
// it goes on when the person looks at another page of the app.
import { authorisedFetch } from '@/api/client'
import type { ProcessingOptions } from '@/api/types'
import { engine } from '@/engine'
import { device, type WeightsFile } from '@/engine/device'
import type { OptionProblem, Rules } from '@/engine/rules'
import { localStore } from '@/lib/web-storage'
import { leave, toastError } from '@/ui/toasts'
import { useBatch } from '../batch-store'
import { modelIsReady, reportModel } from '../device/device-store'
import { type Describe, deviceNamer } from '../device/name-on-device'
import { oweName } from '../device/owed-names'
import { tabOf, useOptionChanges } from '../options/options-store'
import { sentence } from '../options/use-problems'
import type { Picture } from '../picture'
import { isMarked, useMarks } from '../preview/marks-store'
import { keepingEdits, rowForRun } from '../results/carried-over'
import { patchGatherer, type RunSummary, useResults } from '../results/results-store'
import type { ResultRow } from '../results/row'
import { useView } from '../results/view-store'
import type { Person } from '../tier'
import { denialFor } from './allowance'
import { hashOf } from './hash-of'
import { addUsage } from './local-usage'
import { countKnown, namesCache } from './names-cache'
import { reasonOf } from './remarks'
import { contextOf, runBatch } from './run-batch'
import { type KeptJob, type RunKeeper, withKeeper } from './run-keeper'
import { useRun } from './run-store'
import { nameSuggester, type Send, type SuggestName } from './suggest-name'

export interface RunSettings {
  rules: Rules
  person: Person
  options: ProcessingOptions
  /** Pictures in flight at once. */
  concurrency: number
  /** The model's files when pictures are named on this device, else null. */
  device: WeightsFile[] | null
  /** How many names may be asked for; the others get cleaned ones. Left out, the plan is asked first. */
  names?: number | undefined
  /** Keeps the runs of signed-in people; guests' runs are kept nowhere. */
  keeper?: RunKeeper | undefined
}

const send: Send = (path, init) => authorisedFetch(new Request(path, init))
const suggest = nameSuggester(send)

function suggestOnDevice(files: WeightsFile[], person: Person): SuggestName {
  const describe: Describe = async (picture, context, signal) => {
    const seen = await device.describe(picture, context, files, reportModel, signal)
    modelIsReady()
    return seen
  }
  return deviceNamer(describe, send, () => oweName(person))
}

let controller: AbortController | null = null
const NEVER = new AbortController().signal

/** Processes the whole batch with what the plan allows of the options. */
export async function processBatch(settings: RunSettings): Promise<void> {
  if (useRun.getState().running) return
  leave('Processing Failed')
  const { rules, person } = settings
  const { pictures } = useBatch.getState()
  const { maxBatch } = person.plan.limits
  if (pictures.length === 0)
    return toastError('No images uploaded', 'Please upload at least one image before proceeding.')
  // Someone may have signed out with a larger batch on screen.
  if (pictures.length > maxBatch) return toastError('Processing Failed', `Cannot exceed ${maxBatch} images per batch.`)
  const { options } = rules.coerceOptions(settings.options, person.plan.tier)
  const problem = rules.optionProblems(options)[0]
  if (problem) return showProblem(problem)
  if (settings.names === undefined) {
    const denial = await denialFor(await freshOf(pictures, options), person)
    if (denial) return useRun.getState().showLimit(denial.message, denial)
  }

  const before = new Map(useResults.getState().rows.map((row) => [row.id, row]))
  const rows = pictures.map((picture) => rowForRun(picture, before.get(picture.id)))
  useResults.getState().start(rows, options)
  const { view, look } = useView.getState()
  look({ ...view, filter: 'all' })
  // What is named on this device stays on it: such a run is not kept on the server.
  const keeper = person.signedIn && !settings.device ? settings.keeper : undefined
  const fresh = () => freshOf(pictures, options, settings.names)
  await withKeeper(keeper, { files: pictures.length, fresh, options }, (job) =>
    run({ ...settings, options, job }, pictures),
  )
  // Also when all have failed: the rows say why. Nothing to show is only what was cancelled at once.
  if (useResults.getState().rows.some((row) => row.output || row.state === 'failed')) useBatch.getState().go('results')
}

/** How many pictures a model will be asked about. */
async function freshOf(pictures: Picture[], options: ProcessingOptions, names = Infinity): Promise<number> {
  if (options.keepNames) return 0
  return Math.min(names, pictures.length - (await countKnown(pictures, contextOf(options), NEVER)))
}

/** The field says it too: its tab is opened. */
function showProblem({ field, message }: OptionProblem): void {
  useOptionChanges.getState().showTab(tabOf(field))
  toastError('Processing Failed', sentence(message))
}

/** Takes up single pictures again with the recipe of the run they belong to. */
export async function retryPictures(settings: Omit<RunSettings, 'options'>, ids: string[]): Promise<void> {
  const { recipe } = useResults.getState()
  if (useRun.getState().running || !recipe) return
  const wanted = new Set(ids)
  const pictures = useBatch.getState().pictures.filter(({ id }) => wanted.has(id))
  useResults.getState().patch(new Map(ids.map((id) => [id, { state: 'waiting', error: null, notes: [] }])))
  await run({ ...settings, options: recipe }, pictures)
}

/** Stops handing out work. What is finished stays. */
export function cancelProcessing(): void {
  controller?.abort()
}

/** Names of a job are counted against its reservation: the first question waits for the job. */
function suggestFor(job: KeptJob): SuggestName {
  return async (request, signal) => suggest({ ...request, jobId: await job }, signal)
}

async function run(settings: RunSettings & { job?: KeptJob }, pictures: Picture[]): Promise<void> {
  const { rules, person, options, concurrency, job } = settings
  const namer = settings.device ? suggestOnDevice(settings.device, person) : job ? suggestFor(job) : suggest
  const results = useResults.getState()
  const gatherer = patchGatherer(results.patch)
  const marks = useMarks.getState()
  controller = new AbortController()
  namesCache.holdAtLeast(person.plan.limits.maxBatch)
  useRun.getState().begin(Date.now(), pictures.length)
  try {
    await runBatch(
      {
        pictures,
        batch: useBatch.getState().pictures,
        options,
        isMarked: (id) => isMarked(marks, id),
        concurrency,
        names: settings.names ?? Infinity,
        signal: controller.signal,
      },
      { engine: { ...engine, sha256: hashOf }, rules, cache: namesCache, suggest: namer },
      {
        row: (id, patch) => gatherer.add(id, keepingEdits(rowOf(id), patch)),
        progress: useRun.getState().report,
        share: useRun.getState().reportShare,
        named: () => {
          addUsage(localStore, person.owner, person.plan.tier, 1, new Date())
        },
        limit: (message) => useRun.getState().showLimit(message),
      },
    )
  } catch (cause) {
    toastError(
      'Processing Failed',
      cause instanceof Error && cause.message ? `${reasonOf(cause)}.` : 'An unexpected error occurred.',
    )
  } finally {
    gatherer.flush()
    useRun.getState().end()
    results.finish(summaryOf(useResults.getState(), controller?.signal.aborted ?? false))
    controller = null
  }
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
