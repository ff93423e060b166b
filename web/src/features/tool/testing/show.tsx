// Renders a part of the tool with everything around it, for a person of a given plan.
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { vi } from 'vitest'
import type { Tier } from '@/api/types'
import { useSession } from '@/features/account/session/session'

/** Without a server of its own, what is fetched (naming, preferences) is simply not there. */
const NO_SERVER: typeof fetch = async () => new Response('{}', { status: 503 })

export async function showAs(tier: Tier, part: ReactNode, server = NO_SERVER): Promise<void> {
  notifications.clean()
  vi.spyOn(globalThis, 'fetch').mockImplementation(server)
  const user = tier === 'guest' ? null : ({ id: 'someone' } as never)
  useSession.setState({ status: user ? 'signed-in' : 'guest', tier, user })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () => {
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <Suspense fallback="loading">{part}</Suspense>
        </QueryClientProvider>
        <Notifications />
      </MantineProvider>,
    )
  })
  await waitFor(() => screen.queryByText('loading') && Promise.reject(new Error('The rules are still loading.')), {
    timeout: 10_000,
  })
}
