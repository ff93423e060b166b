// Everything around the routes: theme, toasts, server data.
import { MantineProvider } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { colorSchemeManager, DEFAULT_COLOR_SCHEME } from '@/ui/theme/color-scheme'
import { theme } from '@/ui/theme/theme'
import { ServerData } from './server-data'

const Overlays = lazy(() => import('./overlays').then((module) => ({ default: module.Overlays })))

export function Providers({ children }: { children: ReactNode }) {
  return (
    // Variables and classes come from files (mantine-variables.css): a <style> element of its own would be in every page twice.
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme={DEFAULT_COLOR_SCHEME}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <ServerData>
        {children}
        <Toasts />
      </ServerData>
    </MantineProvider>
  )
}

/** Nothing until there is a first toast; it waits in the store meanwhile. */
function Toasts() {
  const some = useNotifications().notifications.length > 0
  const [ever, setEver] = useState(some)
  if (some && !ever) setEver(true)
  return <Suspense>{ever ? <Overlays /> : null}</Suspense>
}
