// Everything around the routes: theme, dialogs, toasts, server data.
import { MantineProvider } from '@mantine/core'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { lazy, type ReactNode, Suspense } from 'react'
import { KEPT_MS, persister, queryClient } from '@/api/query-client'
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
      <PersistQueryClientProvider client={queryClient} persistOptions={{ persister, maxAge: KEPT_MS }}>
        {children}
        <Suspense>
          <Overlays />
        </Suspense>
      </PersistQueryClientProvider>
    </MantineProvider>
  )
}
