// Server data for everything below, restored from this browser first. The kit's own provider ends restoring at once, which makes
// React take over a drawn page in one go; here it may do that in small steps.
import { IsRestoringProvider, QueryClientProvider } from '@tanstack/react-query'
import { persistQueryClient } from '@tanstack/react-query-persist-client'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { persistOptions, queryClient } from '@/api/query-client'

export function ServerData({ children }: { children: ReactNode }) {
  const [restoring, setRestoring] = useState(true)
  useEffect(() => {
    const [unsubscribe, restored] = persistQueryClient({ ...persistOptions, queryClient })
    const done = () => startTransition(() => setRestoring(false))
    restored.then(done, done)
    return unsubscribe
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <IsRestoringProvider value={restoring}>{children}</IsRestoringProvider>
    </QueryClientProvider>
  )
}
