// The entry: styles, providers, routes.
import '@/ui/theme/styles'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { followWindow, startSession } from '@/features/account/session-life'
import { whenSigningOut } from '@/features/account/sign-out'
import { takePicturesFromOutside } from './offline/from-outside'
import { registerServiceWorker } from './offline/register'
import { Providers } from './providers'
import { watchReleases } from './release-watch'
import { makeRouter } from './router'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root element')

void startSession()
followWindow()
registerServiceWorker()
takePicturesFromOutside()
watchReleases()
// Pictures, results and the names that were made of them; loaded only now, as most pages never need it.
whenSigningOut(() => void import('@/features/tool/reset').then(({ resetTool }) => resetTool()))

const router = makeRouter()
const app = (
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
)
/** Lets the load event of a drawn page happen, see build/start.js. */
const opened = () => document.getElementById('opening')?.remove()
if (element.hasChildNodes()) {
  // Drawn by the build (prerender.tsx). It is taken over as it stands once the page's own part is here, so nothing flashes.
  // In small steps: whoever scrolls or types meanwhile is not held up.
  void router
    .load()
    .then(() => startTransition(() => void hydrateRoot(element, app)))
    .finally(opened)
} else {
  createRoot(element).render(app)
  opened()
}
