// Everything around the routes: theme, toasts, server data.
import { MantineProvider } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { persistOptions, queryClient } from '@/api/query-client'
import { colorSchemeManager, DEFAULT_COLOR_SCHEME } from '@/ui/theme/color-scheme'
import { theme } from '@/ui/theme/theme'

const Overlays = lazy(() => import('./overlays').then((module) => ({ default: module.Overlays })))

export function Providers({ children }: { children: ReactNode }) {
  return (
    // Variables and classes come from files (mantine-variables.css): a <style> element would break the CSP.
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme={DEFAULT_COLOR_SCHEME}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <PersistQueryClientProvider client={queryClient} persistOptions={persistOptions}>
        {children}
        <Toasts />
      </PersistQueryClientProvider>
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
