// Joins the tool's runs with the workspace: a job while a run goes on, a stored batch when it has ended. Everything here may
// fail without the run or its results noticing.
import { ApiError } from '@/api/problem'
import { queryClient } from '@/api/query-client'
import { loadRules, type Rules } from '@/engine/rules'
import { preferencesQuery } from '@/features/account/session/preferences'
import { currentSession } from '@/features/account/session/session'
import { whenSigningOut } from '@/features/account/session/sign-out'
import {
  forgetSaving,
  offerRun,
  type RunToSave,
  saveAgain,
  saveRun,
  stopSaving,
  useSaving,
} from '@/features/history/save-run'
import { createJob, defaultName, type NewRun, RunningJob, resumeJob } from '@/features/jobs/running-job'
import { useResults } from '@/features/tool/model/results-store'
import { isReady } from '@/features/tool/model/row'
import { useRun } from '@/features/tool/model/run-store'
import { noteResults } from '@/features/tool/model/sent-store'
import { cancelProcessing } from '@/features/tool/process/processing'
import type { FinishedRun, KeptRun, RunKeeper, RunStart } from '@/features/tool/process/run-keeper'
import { t } from '@/lib/messages'
import { toastError } from '@/ui/toasts'
import { packRows } from './pack-rows'

// Another run, or none, is on screen: what was said about the old one is over. Its upload goes on.
useResults.subscribe((now, before) => {
  if (now.recipe !== before.recipe) forgetSaving()
})
// Names that no job has reserved are counted one by one, without an event.
useRun.subscribe((now, before) => {
  if (before.running && !now.running) void queryClient.invalidateQueries({ queryKey: ['usage'] })
})
// What goes into the history has left the device.
useSaving.subscribe(({ saving }) => {
  if (saving.phase === 'saving') noteResults()
})
whenSigningOut(stopSaving)

export const runKeeper: RunKeeper = {
  async begin(start: RunStart) {
    const user = currentSession().user
    if (!user || !(await wantsSaving(user.id))) return undefined
    const run = { files: start.files, fresh: await start.fresh(), options: start.options }
    const now = new Date()
    const job = (start.job && (await resumed(start.job, run.fresh))) || (await jobFor(run, now))
    return keptRun(job, now, await loadRules())
  },
  again: async () => void (await saveAgain()),
}

/** The job that a stopped run had; nothing when it cannot be taken up any more. */
async function resumed(id: string, fresh: number): Promise<RunningJob | undefined> {
  try {
    await withinLimits(fresh, (names) => resumeJob(id, names))
    return new RunningJob(id, cancelProcessing)
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return undefined
    throw error
  }
}

/** `autoSave` off stores nothing. Preferences that cannot be read count as on: the server has the last word. */
async function wantsSaving(userId: string): Promise<boolean> {
  const preferences = await queryClient.ensureQueryData(preferencesQuery(userId)).catch(() => null)
  return preferences?.autoSave ?? true
}

async function jobFor(run: NewRun, now: Date): Promise<RunningJob> {
  const { id } = await withinLimits(run.fresh, (fresh) => createJob({ ...run, fresh }, now, crypto.randomUUID()))
  return new RunningJob(id, cancelProcessing)
}

/** A run that the plan cannot name whole is kept as well; its names are then counted one by one, as far as they go. */
async function withinLimits<T>(fresh: number, start: (fresh: number) => Promise<T>): Promise<T> {
  try {
    return await start(fresh)
  } catch (error) {
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'concurrent_limit') toastError(t`Not saved to your history`, (error as ApiError).message)
    if (code !== 'daily_limit' && code !== 'monthly_limit') throw error
    return start(0)
  }
}

function keptRun(job: RunningJob, startedAt: Date, rules: Rules): KeptRun {
  return {
    jobId: job.id,
    progress: (finished) => job.progress(finished),
    end: async (run) => {
      const toSave = runToSave(run, job.id, defaultName(startedAt), rules)
      if (run.summary?.cancelled) {
        if (toSave.processedCount > 0) offerRun(toSave)
        return job.cancel()
      }
      if (toSave.processedCount > 0) void saveRun(toSave)
      await job.end(toSave.fileCount, resultsOf(run))
    },
  }
}

function runToSave({ rows, options }: FinishedRun, jobId: string, name: string, rules: Rules): RunToSave {
  return {
    key: crypto.randomUUID(),
    name,
    jobId,
    fileCount: rows.length,
    processedCount: rows.filter(isReady).length,
    options,
    pack: () => packRows(useResults.getState().rows, options, rules),
  }
}

function resultsOf({ summary }: FinishedRun): { named: number; cached: number; failed: number } {
  return {
    named: summary?.byAi ?? 0,
    cached: summary?.fromCache ?? 0,
    failed: (summary?.failed ?? 0) + (summary?.fallback ?? 0),
  }
}
