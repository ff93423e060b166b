// Renders a component the way the app does: theme, server data, and a router at a path. `whereIs()` tells the address.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'

export async function renderAt(path: string, element: ReactNode, pathPattern = '$') {
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: pathPattern, component: () => element })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const view = render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        {/* The test's router has its own routes, not the app's. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...view, whereIs: () => router.state.location.href }
}
