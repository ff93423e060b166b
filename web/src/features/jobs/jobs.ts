// A person's jobs: what runs and what has run, in every tab. The server is asked; live changes only say when.
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import { sentenceOf } from '@/api/problem'
import type { Job, JobList, JobStatus } from '@/api/types'
import { useSession } from '@/features/account/session/session'
import { t } from '@/lib/messages'
import { PAGE_SIZE } from '@/ui/pager'
import { toastError } from '@/ui/toasts'

const KEY = 'jobs'

export function isActive({ status }: Pick<Job, 'status'>): boolean {
  return status === 'pending' || status === 'processing'
}

/** One page, active ones first, then newest first. */
export function useJobs(page: number) {
  const user = useSession((session) => session.user)
  return useQuery({
    queryKey: [KEY, user?.id ?? '', page],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/v1/jobs', { params: { query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE } }, signal })),
    enabled: user !== null,
    placeholderData: keepPreviousData,
  })
}

export function useCancelJob() {
  return useJobsChange(
    async (id: string) => void (await answer(api.POST('/api/v1/jobs/{id}/cancel', { params: { path: { id } } }))),
    t`Failed to cancel job`,
  )
}

export function useDeleteJobs() {
  return useJobsChange(
    async (ids: string[]) => void (await answer(api.POST('/api/v1/jobs/delete', { body: { ids } }))),
    t`Failed to delete jobs`,
  )
}

function useJobsChange<Input>(change: (input: Input) => Promise<void>, failure: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onError: (error) => toastError(failure, sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY] }),
  })
}

export interface JobChange {
  id: string
  status: JobStatus
  processedCount: number
  deleted?: boolean
}

/** Takes a live change over. Progress is written straight into the lists; whatever moves a row asks the server. */
export function takeJobChange(queries: QueryClient, change: JobChange): void {
  let moved = change.deleted === true
  let known = false
  queries.setQueriesData<JobList>({ queryKey: [KEY] }, (list) => {
    const job = list?.items.find(({ id }) => id === change.id)
    if (!list || !job) return list
    known = true
    if (job.status !== change.status) moved = true
    const next = { ...job, processedCount: Math.max(job.processedCount, change.processedCount) }
    return { ...list, items: list.items.map((one) => (one.id === change.id ? next : one)) }
  })
  if (moved || !known) void queries.invalidateQueries({ queryKey: [KEY] })
}
