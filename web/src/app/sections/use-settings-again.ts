// "Use these settings again": a batch's recipe goes to the tool, without what the plan does not include.
import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '@/api/query-client'
import type { Batch } from '@/api/types'
import { currentSession } from '@/features/account/session/session'
import { batchQuery } from '@/features/history/history'

export function useSettingsAgain(): (batch: Batch) => Promise<void> {
  const navigate = useNavigate()
  return async ({ id, batchName }) => {
    const { user, tier } = currentSession()
    // The list leaves the watermark image out; the batch itself has it. The tool is fetched meanwhile.
    const [{ processingOptions }, { startWithSettings }] = await Promise.all([
      queryClient.fetchQuery(batchQuery(user?.id ?? '', id)),
      import('@/features/tool/start-with-settings'),
    ])
    await startWithSettings(batchName, processingOptions ?? {}, tier)
    await navigate({ to: '/dashboard/tools' })
  }
}
