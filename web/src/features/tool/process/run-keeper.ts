// The workspace's side of a run: a job while it goes on, the batch with its ZIP afterwards. The tool only tells; who keeps it
// hands in a keeper. A keeper that fails is logged and never disturbs the run or the results on screen.
import type { ProcessingOptions } from '@/api/types'
import { type RunSummary, useResults } from '../model/results-store'
import { isFinished, type ResultRow } from '../model/row'

export interface RunStart {
  files: number
  /** How many of them will go to a model. */
  fresh: () => Promise<number>
  options: ProcessingOptions
  /** The job that the run belongs to already, when it is taken up again. */
  job?: string | null
}

export interface FinishedRun {
  rows: readonly ResultRow[]
  options: ProcessingOptions
  /** How it ended; `cancelled` says whether the person stopped it. */
  summary: RunSummary | null
}

export interface KeptRun {
  /** Names are counted against what this job has reserved. */
  jobId: string
  /** So many images are finished by now. */
  progress: (finished: number) => void
  end: (run: FinishedRun) => Promise<void>
}

export interface RunKeeper {
  /** Nothing when the run is not to be kept. */
  begin: (run: RunStart) => Promise<KeptRun | undefined>
  /** Images of a run that had ended were made again: what is stored of it is old. */
  again: () => Promise<void>
}

/** Keepers answer in time or not at all: whoever needs the job's id waits no longer than they do. */
export type KeptJob = Promise<string | undefined>

/** Does the work and lets the keeper follow it. Resolves with the work; keeping goes on by itself. */
export async function withKeeper(
  keeper: Pick<RunKeeper, 'begin'> | undefined,
  start: RunStart,
  work: (job: KeptJob) => Promise<void>,
): Promise<void> {
  if (!keeper) return work(Promise.resolve(undefined))
  const kept = keeper.begin(start).catch(logged)
  void kept.then((run) => {
    // Another run may be on screen by now.
    const { recipe, keptBy } = useResults.getState()
    if (recipe === start.options) keptBy(run?.jobId ?? null)
  })
  const stop = useResults.subscribe(({ rows }, before) => {
    const finished = finishedIn(rows)
    if (finished !== finishedIn(before.rows)) void kept.then((run) => run?.progress(finished)).catch(logged)
  })
  try {
    await work(kept.then((run) => run?.jobId))
  } finally {
    stop()
    const { rows, summary } = useResults.getState()
    void kept.then((run) => run?.end({ rows, summary, options: start.options })).catch(logged)
  }
}

function finishedIn(rows: readonly ResultRow[]): number {
  return rows.filter(isFinished).length
}

function logged(cause: unknown): undefined {
  // biome-ignore lint/suspicious/noConsole: it must be in the console, and the person has lost nothing
  console.warn('The run could not be kept.', cause)
}
