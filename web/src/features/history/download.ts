// Downloading a stored batch: the server grants it, counts it and gives a short-lived address; the browser does the rest.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import { ApiError } from '@/api/problem'
import type { Batch, DownloadGrant } from '@/api/types'
import { whenSlow } from '@/api/when-slow'
import { useSession } from '@/features/account/session/session'
import { t } from '@/lib/messages'
import { toast, toastError } from '@/ui/toasts'
import { HISTORY_KEY } from './history'

const COUNT_KEY = 'download-count'
const COUNT_TIMEOUT_MS = 15_000

/** How many downloads of the last seven days count, and how many the plan allows. */
export function useDownloadCount() {
  const user = useSession((session) => session.user)
  return useQuery({
    queryKey: [COUNT_KEY, user?.id ?? ''],
    queryFn: ({ signal }) =>
      whenSlow(
        answer(
          api.GET('/api/v1/downloads/count', {
            params: { query: { days: 7 } },
            signal: AbortSignal.any([signal, AbortSignal.timeout(COUNT_TIMEOUT_MS)]),
          }),
        ),
        () => ({ count: 0, limit: null }),
      ),
    enabled: user !== null,
  })
}

export function useDownload() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: Batch) => {
      await checkPermission(id)
      return answer(api.POST('/api/v1/batches/{id}/download', { params: { path: { id } } }))
    },
    onSuccess: (grant, batch) => {
      follow(grant.url, grant.fileName)
      toast(t`Download Started`, t`Downloading ${batch.batchName}...${leftNote(grant)}`)
    },
    onError: (error) => toastError(...denial(error)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [COUNT_KEY] }),
        queries.invalidateQueries({ queryKey: [HISTORY_KEY] }),
      ]),
  })
}

/** Asks first, without counting. A check that fails means not allowed, and says so. */
async function checkPermission(id: string): Promise<void> {
  const asked = answer(api.GET('/api/v1/batches/{id}/download-permission', { params: { path: { id } } }))
  const { canDownload, reason } = await asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error
    const answered = error instanceof ApiError && error.status >= 500
    throw refusal(answered ? t`Error checking download permissions` : t`Unable to verify download permissions`)
  })
  if (!canDownload) throw refusal(reason ?? t`This batch is no longer available for download.`)
}

function refusal(reason: string): ApiError {
  return new ApiError(reason, { status: 403, code: 'not_allowed' })
}

/** Said when one or none is left. */
export function leftNote({
  downloadsUsed,
  downloadsLimit,
}: Pick<DownloadGrant, 'downloadsUsed' | 'downloadsLimit'>): string {
  if (downloadsLimit == null) return ''
  const left = Math.max(0, downloadsLimit - downloadsUsed)
  if (left > 1) return ''
  return left === 1 ? t` 1 download remaining this week.` : t` No downloads remaining this week.`
}

/** Title and text of the toast. A refusal has its reason; whatever else happened can be tried again. */
export function denial(error: unknown): [title: string, text: string] {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  if (!refused) return [t`Download Failed`, t`Failed to download the batch. Please try again.`]
  const reason = error.message || t`This batch is no longer available for download.`
  const way = wayOut(reason)
  return [t`Access Denied`, way ? `${reason.replace(/\.?$/, '.')} ${way}` : reason]
}

function wayOut(reason: string): string {
  if (/download limit reached/i.test(reason)) return t`Upgrade your subscription for unlimited downloads.`
  if (/starter tier access expired/i.test(reason)) return t`Upgrade your subscription for longer retention.`
  return ''
}

function follow(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
