import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { plansQuery } from '@/features/account/plans/plans'
import { useSession } from '@/features/account/session/session'
import { usePlanLimits } from './plan-limits'

function Hint() {
  const limits = usePlanLimits()
  return <p>{`or paste, or choose them.${limits ? ` Up to ${limits.maxBatch} at once.` : ''}`}</p>
}

const page = (client: QueryClient) => (
  <QueryClientProvider client={client}>
    <Hint />
  </QueryClientProvider>
)

test('a page that the build has drawn is taken over as it stands, whatever this browser remembers', async () => {
  const element = document.createElement('div')
  element.innerHTML = renderToString(page(new QueryClient()))
  const client = new QueryClient()
  client.setQueryData(plansQuery.queryKey, [{ tier: 'guest', limits: { maxBatch: 20 } }] as never)
  useSession.setState({ status: 'guest', tier: 'guest' })
  const onRecoverableError = vi.fn()
  await act(async () => void hydrateRoot(element, page(client), { onRecoverableError }))
  await waitFor(() => expect(element.textContent).toContain('Up to 20 at once.'))
  expect(onRecoverableError).not.toHaveBeenCalled()
})
