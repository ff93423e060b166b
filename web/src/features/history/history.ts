// A person's finished batches: the list, renaming and deleting. A list that does not come within 30 seconds is shown as it
// was, or empty (CACHE-01).
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { answer, api, changes } from '@/api/client'
import type { Batch, BatchList } from '@/api/types'
import { whenSlow } from '@/api/when-slow'
import { useSession } from '@/features/account/session/session'
import { t } from '@/lib/messages'
import { PAGE_SIZE } from '@/ui/pager'

export const HISTORY_KEY = 'batches'

export const SORTS = [
  { value: 'newest', label: t`Newest first` },
  { value: 'oldest', label: t`Oldest first` },
  { value: 'name', label: t`By name` },
  { value: 'largest', label: t`Largest first` },
] as const
export type Sort = (typeof SORTS)[number]['value']

interface HistoryView {
  page: number
  q: string
  sort: Sort
}

const NOTHING: BatchList = { items: [], total: 0 }

function historyQuery(owner: string, { page, q, sort }: HistoryView, queries: QueryClient) {
  const queryKey = [HISTORY_KEY, owner, { page, q, sort }]
  const query = { limit: PAGE_SIZE, offset: page * PAGE_SIZE, sort, ...(q ? { q } : {}) }
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      whenSlow(
        answer(api.GET('/api/v1/batches', { params: { query }, signal })),
        () => queries.getQueryData<BatchList>(queryKey) ?? NOTHING,
      ),
    // Thumbnails are many letters, and the browser's storage is small: only what a visit begins with outlives it.
    meta: { kept: page === 0 && q === '' },
  })
}

export function useHistory(view: HistoryView) {
  const queries = useQueryClient()
  const user = useSession((session) => session.user)
  return useQuery({
    ...historyQuery(user?.id ?? '', view, queries),
    enabled: user !== null,
    placeholderData: keepPreviousData,
  })
}

/** One batch with its files and its whole recipe. */
export function batchQuery(owner: string, id: string) {
  return queryOptions({
    queryKey: [HISTORY_KEY, owner, 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/v1/batches/{id}', { params: { path: { id } }, signal })),
    // The recipe may hold an image: too large to be kept in the browser's storage.
    meta: { kept: false },
  })
}

export function useRenameBatch() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      answer(api.PATCH('/api/v1/batches/{id}', { params: { path: { id } }, body: changes({ batchName: name }) })),
    onSuccess: (batch) => {
      putInLists(queries, batch)
      return queries.invalidateQueries({ queryKey: [HISTORY_KEY] })
    },
  })
}

export function useDeleteBatch() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) =>
      void (await answer(api.DELETE('/api/v1/batches/{id}', { params: { path: { id } } }))),
    onSettled: () => queries.invalidateQueries({ queryKey: [HISTORY_KEY] }),
  })
}

/** Shows the new name at once, before the list is asked for again. */
function putInLists(queries: QueryClient, batch: Batch): void {
  queries.setQueriesData<BatchList>({ queryKey: [HISTORY_KEY] }, (list) =>
    list?.items
      ? {
          ...list,
          items: list.items.map((one) => (one.id === batch.id ? { ...one, batchName: batch.batchName } : one)),
        }
      : list,
  )
}

interface BatchBadge {
  label: string
  dot: 'ok' | 'warn' | 'danger'
}

const BADGES: Record<string, BatchBadge> = {
  completed: { label: t`Available`, dot: 'ok' },
  processing: { label: t`Processing`, dot: 'warn' },
  failed: { label: t`Failed`, dot: 'danger' },
}

/** HIST-02: Expired when its time has passed, otherwise how it stands; a status nobody knows is shown as it is. */
export function badgeOf({ status, expiresAt }: Pick<Batch, 'status' | 'expiresAt'>, now: number): BatchBadge {
  if (new Date(expiresAt).getTime() <= now) return { label: t`Expired`, dot: 'danger' }
  return BADGES[status] ?? { label: status, dot: 'warn' }
}
