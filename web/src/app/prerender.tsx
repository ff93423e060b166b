// The public pages as HTML, made once while building: what people and search engines read before any script runs. React takes
// the page over where it stands, so it is drawn by the very code that the browser runs.
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Providers } from './providers'
import { makeRouter } from './router'
import { titleOf } from './titles'

export async function render(path: string): Promise<{ title: string; html: string }> {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const html = renderToString(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
  return { title: titleOf(router.state.matches.at(-1)), html }
}
