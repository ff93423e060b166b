// The job of a run in this tab: made when it starts, told how far it is, ended with it. Progress goes out at most once a
// second, and never after the end.
import { answer, api, authorisedFetch, changes } from '@/api/client'
import type { Job, JobResults, ProcessingOptions } from '@/api/types'
import { dateAndTime } from '@/lib/dates'
import { t } from '@/lib/messages'

const REPORT_EVERY_MS = 1_000

export interface NewRun {
  files: number
  /** Images that will go to a model: so many are reserved. */
  fresh: number
  options: ProcessingOptions
}

/** JOB-03: named after the moment in the person's own time. */
export function defaultName(now: Date): string {
  return t`Batch Processing - ${dateAndTime(now)}`
}

/** The same key makes the same job: a request that is sent twice reserves once. */
export function createJob({ files, fresh, options }: NewRun, now: Date, key: string): Promise<Job> {
  return answer(
    api.POST('/api/v1/jobs', {
      params: { header: { 'Idempotency-Key': key } },
      body: {
        jobName: defaultName(now),
        fileCount: files,
        newFiles: fresh,
        // The stored batch keeps the watermark image; a job that only tells of progress need not carry it.
        processingOptions: { ...options, imageWatermarkFile: null },
      },
      signal: AbortSignal.timeout(10_000),
    }),
  )
}

/** The same job again, with what is left of it reserved anew. */
export function resumeJob(id: string, fresh: number): Promise<Job> {
  return answer(
    api.POST('/api/v1/jobs/{id}/resume', {
      params: { path: { id } },
      body: { newFiles: fresh },
      signal: AbortSignal.timeout(10_000),
    }),
  )
}

/** The jobs of this tab that have not ended, and how each of their runs is stopped. */
const running = new Map<string, () => void>()

/**
 * Somebody has stopped a job from another tab, device or page: a run in this tab stops with it. The server is asked again, since
 * the news may be older than the job's resumption.
 */
export async function stopRunOf({ id, status }: Pick<Job, 'id' | 'status'>): Promise<void> {
  if (status !== 'failed' || !running.has(id)) return
  const job = await answer(api.GET('/api/v1/jobs/{id}', { params: { path: { id } } })).catch(() => null)
  if (job?.status !== 'processing') running.get(id)?.()
}

export class RunningJob {
  #id: string
  #reported = 0
  #latest = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<unknown> = Promise.resolve()
  #ended = false

  constructor(id: string, stop: () => void) {
    this.#id = id
    running.set(id, stop)
    window.addEventListener('pagehide', this.#leave)
  }

  /** A tab that closes in the middle of a run says so: nobody waits ten minutes for a run that is gone. */
  #leave = (): void => {
    const gone = new Request(`/api/v1/jobs/${this.#id}/cancel`, { method: 'POST', keepalive: true })
    void authorisedFetch(gone).catch(() => undefined)
  }

  get id(): string {
    return this.#id
  }

  /** So many images are finished by now. */
  progress(finished: number): void {
    this.#latest = Math.max(this.#latest, finished)
    if (this.#ended) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      if (this.#latest > this.#reported) this.#report()
    }, REPORT_EVERY_MS)
  }

  async end(finished: number, results: JobResults): Promise<void> {
    await this.#quiet()
    await answer(
      api.PATCH('/api/v1/jobs/{id}', {
        params: { path: { id: this.#id } },
        body: changes({ status: 'completed', processedCount: finished, results }),
      }),
    )
  }

  async cancel(): Promise<void> {
    await this.#quiet()
    await answer(api.POST('/api/v1/jobs/{id}/cancel', { params: { path: { id: this.#id } } }))
  }

  async #quiet(): Promise<void> {
    this.#ended = true
    running.delete(this.#id)
    window.removeEventListener('pagehide', this.#leave)
    clearTimeout(this.#timer)
    await this.#sending
  }

  #report(): void {
    const processedCount = this.#latest
    this.#reported = processedCount
    // One at a time, so that a late answer never comes after the end. A lost report is made good by the next.
    this.#sending = answer(
      api.PATCH('/api/v1/jobs/{id}', { params: { path: { id: this.#id } }, body: changes({ processedCount }) }),
    ).catch(() => undefined)
  }
}
