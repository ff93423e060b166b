// The entry: styles, providers, routes.
import '@/ui/theme/styles'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followWindow, startSession } from '@/features/account/session-life'
import { whenSigningOut } from '@/features/account/sign-out'
import { Providers } from './providers'
import { watchReleases } from './release-watch'
import { router } from './router'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root element')

void startSession()
followWindow()
watchReleases()
// Pictures, results and the names that were made of them; loaded only now, as most pages never need it.
whenSigningOut(() => void import('@/features/tool/reset').then(({ resetTool }) => resetTool()))

createRoot(element).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
