// The entry: styles, providers, routes.
import '@/ui/theme/styles'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { followWindow, startSession } from '@/features/account/session/session-life'
import { whenSigningOut } from '@/features/account/session/sign-out'
import { takeImagesFromOutside } from './offline/from-outside'
import { registerServiceWorker } from './offline/register'
import { Providers } from './providers'
import { watchReleases } from './release-watch'
import { makeRouter } from './router'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root element')

void startSession()
followWindow()
registerServiceWorker()
takeImagesFromOutside()
watchReleases()
// Images, results and the names that were made of them; loaded only now, as most pages never need it.
whenSigningOut(() => void import('@/features/tool/process/reset').then(({ resetTool }) => resetTool()))

function appWith(router: ReturnType<typeof makeRouter>) {
  return (
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  )
}

/** Lets the load event of a drawn page happen, see build/start.js. */
const opened = () => document.getElementById('opening')?.remove()
/** Whoever scrolls or types is heard in between. */
const pause = () => new Promise<void>((done) => setTimeout(done))

/** Drawn by the build (prerender.tsx). It is taken over as it stands once the page's own part is here, so nothing flashes. In small steps. */
async function takeOver(drawn: HTMLElement): Promise<void> {
  await pause()
  const router = makeRouter()
  await pause()
  await router.load()
  startTransition(() => void hydrateRoot(drawn, appWith(router)))
  await pause()
}

if (element.hasChildNodes()) {
  void takeOver(element).finally(opened)
} else {
  createRoot(element).render(appWith(makeRouter()))
  opened()
}
