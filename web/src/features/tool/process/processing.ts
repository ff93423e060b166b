// Starting, cancelling and repeating a run: joins the stores, the rules and the runner. One run at a time in a tab;
// it goes on when the person looks at another page of the app.
import { authorisedFetch } from '@/api/client'
import type { ProcessingOptions } from '@/api/types'
import { engine } from '@/engine'
import { device, type WeightsFile } from '@/engine/device'
import type { Rules } from '@/engine/rules'
import { toastError } from '@/ui/toasts'
import { useBatch } from '../batch-store'
import { modelIsReady, reportModel } from '../device/device-store'
import { deviceNamer } from '../device/name-on-device'
import type { Picture } from '../picture'
import { isMarked, useMarks } from '../preview/marks-store'
import { patchGatherer, type RunSummary, useResults } from '../results/results-store'
import { emptyRow, type ResultRow } from '../results/row'
import type { Person } from '../tier'
import { hashOf } from './hash-of'
import { addUsage, readUsage, usageDenial } from './local-usage'
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
  /** Keeps the runs of signed-in people; guests' runs are kept nowhere. */
  keeper?: RunKeeper | undefined
}

const send: Send = (path, init) => authorisedFetch(new Request(path, init))
const suggest = nameSuggester(send)

function suggestOnDevice(files: WeightsFile[]): SuggestName {
  return deviceNamer(async (picture, context, signal) => {
    const seen = await device.describe(picture, context, files, reportModel, signal)
    modelIsReady()
    return seen
  }, send)
}

let controller: AbortController | null = null
const NEVER = new AbortController().signal

/** Processes the whole batch with what the plan allows of the options. */
export async function processBatch(settings: RunSettings): Promise<void> {
  if (useRun.getState().running) return
  const { rules, person } = settings
  const { pictures } = useBatch.getState()
  const { maxBatch } = person.plan.limits
  // Someone may have signed out with a larger batch on screen.
  if (pictures.length > maxBatch) return toastError('Processing Failed', `Cannot exceed ${maxBatch} images per batch.`)
  const { options } = rules.coerceOptions(settings.options, person.plan.tier)
  const problem = rules.optionProblems(options)[0]
  if (problem) return toastError('Processing Failed', `${problem.field}: ${problem.message}`)
  const denial = await denialFor(pictures, options, person)
  if (denial) return useRun.getState().showLimit(denial)

  const edited = new Map(useResults.getState().rows.map((row) => [row.id, row]))
  useResults.getState().start(
    pictures.map(({ id, file, folder }) => emptyRow(id, file, folder)),
    options,
  )
  // What is named on this device stays on it: such a run is not kept on the server.
  const keeper = person.signedIn && !settings.device ? settings.keeper : undefined
  const fresh = async () => pictures.length - (await countKnown(pictures, contextOf(options), NEVER))
  await withKeeper(keeper, { files: pictures.length, fresh, options }, (job) =>
    run({ ...settings, options, job }, pictures, edited),
  )
  if (useResults.getState().rows.some((row) => row.output)) useBatch.getState().go('results')
}

/** Takes up single pictures again with the recipe of the run they belong to. */
export async function retryPictures(settings: Omit<RunSettings, 'options'>, ids: string[]): Promise<void> {
  const { recipe } = useResults.getState()
  if (useRun.getState().running || !recipe) return
  const wanted = new Set(ids)
  const pictures = useBatch.getState().pictures.filter(({ id }) => wanted.has(id))
  useResults.getState().patch(new Map(ids.map((id) => [id, { state: 'waiting', error: null, notes: [] }])))
  await run({ ...settings, options: recipe }, pictures, new Map())
}

/** Stops handing out work. What is finished stays. */
export function cancelProcessing(): void {
  controller?.abort()
}

/** The browser's own early answer for guests; signed-in people are counted by the server. */
async function denialFor(
  pictures: Picture[],
  options: ProcessingOptions,
  { plan, signedIn, owner }: Person,
): Promise<string | null> {
  if (signedIn) return null
  const known = await countKnown(pictures, contextOf(options), NEVER)
  return usageDenial(readUsage(localStorage, owner, plan.tier, new Date()), plan, pictures.length - known)
}

/** Names of a job are counted against its reservation: the first question waits for the job. */
function suggestFor(job: KeptJob): SuggestName {
  return async (request, signal) => suggest({ ...request, jobId: await job }, signal)
}

async function run(
  settings: RunSettings & { job?: KeptJob },
  pictures: Picture[],
  before: ReadonlyMap<string, ResultRow>,
): Promise<void> {
  const { rules, person, options, concurrency, job } = settings
  const namer = settings.device ? suggestOnDevice(settings.device) : job ? suggestFor(job) : suggest
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
        signal: controller.signal,
      },
      { engine: { ...engine, sha256: hashOf }, rules, cache: namesCache, suggest: namer },
      {
        row: (id, patch) => gatherer.add(id, keepingEdits(before.get(id), patch)),
        progress: useRun.getState().report,
        named: () => {
          addUsage(localStorage, person.owner, person.plan.tier, 1, new Date())
        },
        limit: useRun.getState().showLimit,
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
    results.finish(summaryOf(useResults.getState().rows, controller?.signal.aborted ?? false))
    controller = null
  }
}

function summaryOf(rows: readonly ResultRow[], cancelled: boolean): RunSummary {
  const count = (is: (row: ResultRow) => boolean) => rows.filter(is).length
  return {
    byAi: count((row) => row.state === 'done' && !row.fromCache && row.error === null),
    fromCache: count((row) => row.fromCache),
    fallback: count((row) => row.state === 'done' && row.error !== null),
    failed: count((row) => row.state === 'failed'),
    cancelled,
  }
}

/** A name that the person has written survives another run. */
function keepingEdits(row: ResultRow | undefined, patch: Partial<ResultRow>): Partial<ResultRow> {
  if (!row?.isEdited || patch.suggestedName === undefined) return patch
  return { ...patch, suggestedName: row.suggestedName, isEdited: true }
}
